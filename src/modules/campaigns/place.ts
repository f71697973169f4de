/** How the campaigns list opens when its URL says nothing; the first call that boot.ts makes agrees with it. */
export const listDefaults = { pageSize: 8, sortBy: "endDate", sortOrder: "desc" } as const
