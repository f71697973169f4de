import { campaign } from "../../kinds/campaign"
import { change as changeRecord } from "../../records/write"
import { route } from "../../routes/route"
import { bulkEditKind } from "../bulk-edit"
import { mediaRoute, recordRoutes } from "../record-routes"
import { createCodes, listCodes, readCode } from "./codes"
import { listUseDays, listUses, voidUse } from "./ledger"
import { countByTallies, ofCampaignOrPartner } from "./list"
import { listOffers } from "./offers"
import { recordUses } from "./uses"

/** Calls on campaigns (docs/contract.md#campaign-calls). */
const calls = recordRoutes(campaign, {
  idMember: "campaignId",
  required: ["rewardValue"],
  keyword: ofCampaignOrPartner,
  count: countByTallies,
})

/** Answers without a body. */
const update = route.like({
  ...calls.update,
  answer: undefined,
  handler: async ({ c, body }) => {
    const { id, change } = await body()
    return changeRecord(c, campaign, id, (row, tx) => campaign.columns(tx, c.get("actor"), change, row))
  },
})

export const campaigns = [
  readCode,
  createCodes,
  listCodes,
  recordUses,
  listUses,
  listUseDays,
  voidUse,
  listOffers,
  ...Object.values({ ...calls, update }),
  bulkEditKind(campaign, ["endDate", "categoryId"]),
  mediaRoute(campaign),
]
