/** How the list of payment providers opens when its URL says nothing. */
export const listDefaults = { pageSize: 8, sortBy: "name", sortOrder: "asc" } as const
