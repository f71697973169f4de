import { blank, campaignOf, draftOf } from "../../contract/campaigns"
import { categoryOptions } from "../categories/api"
import { giftOptions } from "../gifts/api"
import { partnerOptions } from "../partners/api"
import { crudCalls } from "../records/api"

/** Calls of campaigns (docs/contract.md#campaign-calls). An update answers 204. */
export const calls = crudCalls("campaigns", {
  recordOf: campaignOf,
  draftOf,
  blank,
  names: [
    { id: "brandId", name: "brandName", options: partnerOptions },
    { id: "categoryId", name: "categoryName", options: categoryOptions },
    { id: "giftCardId", name: "giftCardName", options: giftOptions },
  ],
  idMember: "campaignId",
})

export const {
  list: listCampaigns,
  get: getCampaign,
  add: addCampaign,
  update: updateCampaign,
  patch: patchCampaign,
  remove: removeCampaign,
} = calls
