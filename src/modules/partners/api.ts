import { http } from "../../api"
import { bodyOf, draftOf, type Partner, type PartnerDraft, partnerOf } from "../../contract/partners"
import { type CreateOptions, patchWith, type UpdateOptions, updateBody } from "../../core/http/calls"
import { rethrowReadMessage } from "../../core/http/errors"
import type { Query, UploadOptions } from "../../core/http/http"
import { one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { readAllPages } from "../../core/http/read-all-pages"
import { write } from "../../state/instances"
import { namesFrom } from "../../state/names"
import { activeOptions } from "../../ui/display/active-status"
import { categoryOptions } from "../categories/api"
import { checkOwner, companyOptions } from "../owners/api"
import { partners } from "./resource"

/** Calls of partners (docs/contract.md#partner-calls). */

const { tag } = partners

const names = namesFrom<Partner>(
  { id: "categoryId", name: "categoryName", options: categoryOptions },
  { id: "tenantId", name: "tenantName", options: companyOptions },
)

const getPage = (query: Query, signal?: AbortSignal) => http.get("/brand/list", { query, signal }).then(page("brands", partnerOf))

export const listPartners = read(`${tag}.list`, (query: Query, signal) =>
  getPage(query, signal).then(checkOwner(query)).then(names.page),
)

export const getPartner = read(`${tag}.one`, (id: string, signal) =>
  http
    .get(`/brand/${encodeURIComponent(id)}`, { signal })
    .then(one(partnerOf))
    .then(names.one)
    .catch(rethrowReadMessage("brand.missing")),
)

export const partnerOptions = read(`${tag}.options`, (_: undefined) =>
  readAllPages(paging => getPage({ ...paging, sortBy: "name", sortOrder: "asc" })).then(activeOptions),
)

export const addPartner = write(tag, (draft: PartnerDraft, options: CreateOptions) =>
  http.post("/brand/create", bodyOf(draft), options),
)

const updateBodyOf = updateBody(partnerOf, draftOf, bodyOf)

export const updatePartner = write(tag, (id: string, draft: PartnerDraft, options: UpdateOptions) =>
  http.put("/brand/update", { ...updateBodyOf(draft, options.received), id }, options),
)

export const patchPartner = patchWith(getPartner, draftOf, updatePartner)

export const removePartner = write(tag, (id: string) => http.delete(`/brand/${encodeURIComponent(id)}`))

export const uploadPartnerLogo = (file: File, orderNo: number, options: UploadOptions) =>
  http.upload("/brand/media", file, orderNo, options)
