import { http } from "../../api"
import { type Partner, type PartnerDraft, type PartnerWire, partnerOf, wireOf } from "../../contract/partners"
import { type Loaded, one, type Page, page } from "../../core/envelope"
import { saying } from "../../core/errors"
import type { Query, UploadOptions } from "../../core/http"
import { read, write } from "../../core/query"
import { maxPageSize, readAllPages } from "../../core/read-all-pages"

/** S7 Brands. Contacts travel as three parallel lists; the list may give `categoryIds`. */
export const listPartners = read(
  "partners.list",
  (query: Query, signal): Promise<Page<Partner>> =>
    http
      .get("/brand/list", { query, signal })
      .then(page<PartnerWire>("brands"))
      .then(({ rows, total }) => ({ rows: rows.map(partnerOf), total })),
)

export const getPartner = read("partners.one", async (id: string, signal): Promise<Loaded<Partner>> => {
  const { record, ...rest } = await http
    .get(`/brand/${encodeURIComponent(id)}`, { signal })
    .then(one<PartnerWire>())
    .catch(saying("brand.missing"))
  return { record: partnerOf(record), ...rest }
})

export const partnerOptions = read("partners.options", async (_: undefined) =>
  (
    await readAllPages(at =>
      http
        .get("/brand/list", { query: { page: at, pageSize: maxPageSize, sortBy: "name", sortOrder: "asc" } })
        .then(page<PartnerWire>("brands")),
    )
  ).map(({ id = "", name = "" }) => ({ value: id, label: name })),
)

export const addPartner = write("partners", (draft: PartnerDraft, options: { idempotencyKey: string; signal?: AbortSignal }) =>
  http.post("/brand/create", wireOf(draft), options),
)

export const updatePartner = write(
  "partners",
  (id: string, draft: PartnerDraft, options: { version?: string; signal?: AbortSignal }) =>
    http.put("/brand/update", { ...wireOf(draft), id }, options),
)

export const removePartner = write("partners", (id: string) => http.delete(`/brand/${encodeURIComponent(id)}`))

export const uploadPartnerLogo = (file: File, orderNo: number, options: UploadOptions) =>
  http.upload("/brand/media", file, orderNo, options)

/** Takes a partner into use or out of it, as it stands on the server. */
export const setPartnerStatus = async (id: string, status: number) => {
  const { record, version } = await getPartner(id)
  return updatePartner(id, { ...record.draft, status }, { version })
}
