import { http } from "../../api"
import { type Campaign, type CampaignDraft, campaignOf, draftOf } from "../../contract/campaigns"
import { type CreateOptions, patchWith, type UpdateOptions, updateBody } from "../../core/http/calls"
import type { Query, UploadOptions } from "../../core/http/http"
import { one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"
import { namesFrom } from "../../state/names"
import { categoryOptions } from "../categories/api"
import { giftOptions } from "../gifts/api"
import { checkOwner, companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { campaigns } from "./resource"

/** Calls of campaigns (docs/contract.md#campaign-calls). An update carries the id as `campaignId` and answers 204. */

const { tag } = campaigns

const names = namesFrom<Campaign>(
  { id: "brandId", name: "brandName", options: partnerOptions },
  { id: "categoryId", name: "categoryName", options: categoryOptions },
  { id: "giftCardId", name: "giftCardName", options: giftOptions },
  { id: "tenantId", name: "tenantName", options: companyOptions },
)

export const listCampaigns = read(`${tag}.list`, (query: Query, signal) =>
  http.get("/campaign/list", { query, signal }).then(page("campaigns", campaignOf)).then(checkOwner(query)).then(names.page),
)

export const getCampaign = read(`${tag}.one`, (id: string, signal) =>
  http
    .get(`/campaign/${encodeURIComponent(id)}`, { signal })
    .then(one(campaignOf))
    .then(names.one),
)

export const addCampaign = write(tag, (draft: CampaignDraft, options: CreateOptions) =>
  http.post("/campaign/create", draft, options),
)

const updateBodyOf = updateBody(campaignOf, draftOf)

export const updateCampaign = write(tag, (id: string, draft: CampaignDraft, options: UpdateOptions) =>
  http.put("/campaign/update", { ...updateBodyOf(draft, options.received), campaignId: id }, options),
)

export const patchCampaign = patchWith(getCampaign, draftOf, updateCampaign)

export const removeCampaign = write(tag, (id: string) => http.delete(`/campaign/delete/${encodeURIComponent(id)}`))

export const uploadCampaignMedia = (file: File, orderNo: number, options: UploadOptions) =>
  http.upload("/campaign/media", file, orderNo, options)
