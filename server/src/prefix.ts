/** The path of the API: its paths would collide with those of the console without one (decisions §1). */
export const prefix = "/backend"
