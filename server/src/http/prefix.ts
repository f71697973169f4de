/** Where the API lives: SPA paths and API paths would collide otherwise (decisions §1). */
export const prefix = "/backend"
