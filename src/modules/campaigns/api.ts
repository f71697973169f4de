import { type Campaign, campaignOf, draftOf } from "../../contract/campaigns"
import { namesFrom } from "../../state/names"
import { categoryOptions } from "../categories/api"
import { giftOptions } from "../gifts/api"
import { companyOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { crudCalls } from "../records/api"
import { campaigns } from "./resource"

/** Calls of campaigns (docs/contract.md#campaign-calls). An update answers 204. */
const calls = crudCalls({
  tag: campaigns.tag,
  path: "campaign",
  rows: "campaigns",
  recordOf: campaignOf,
  draftOf,
  names: namesFrom<Campaign>(
    { id: "brandId", name: "brandName", options: partnerOptions },
    { id: "categoryId", name: "categoryName", options: categoryOptions },
    { id: "giftCardId", name: "giftCardName", options: giftOptions },
    { id: "tenantId", name: "tenantName", options: companyOptions },
  ),
  idMember: "campaignId",
})

export const {
  list: listCampaigns,
  get: getCampaign,
  add: addCampaign,
  update: updateCampaign,
  patch: patchCampaign,
  remove: removeCampaign,
  upload: uploadCampaignMedia,
} = calls
