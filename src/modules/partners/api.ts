import { http } from "../../api"
import { allPages, maxPageSize } from "../../core/all-pages"
import { page } from "../../core/envelope"
import { read } from "../../core/query"

/** S7 Brands: what other modules need of them. */
export type Partner = { id: string; name: string; logo?: string | null }

export const partnerOptions = read("partners.options", async (_: undefined) =>
  (
    await allPages(at =>
      http
        .get("/brand/list", { query: { page: at, pageSize: maxPageSize, sortBy: "name", sortOrder: "asc" } })
        .then(page<Partner>("brands")),
    )
  ).map(({ id, name }) => ({ value: id, label: name })),
)
