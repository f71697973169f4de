/** How the list of gift cards opens when its URL says nothing. */
export const listDefaults = { pageSize: 8, sortBy: "createdDate", sortOrder: "desc" } as const
