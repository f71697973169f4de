/** How the partners list opens when its URL says nothing. */
export const listDefaults = { pageSize: 8, sortBy: "name", sortOrder: "asc" } as const
