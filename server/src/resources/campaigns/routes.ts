import { noContent } from "../../http/envelope"
import { readUpdate } from "../../http/request"
import { campaign } from "../../kinds/campaign"
import type { Call } from "../../records/call"
import { change as changeRecord } from "../../records/write"
import { callsOf, changeOf } from "../crud"
import { campaignList } from "./list"

/** Calls on campaigns (docs/contract.md#campaign-calls). */
const change = changeOf(campaign.body, "campaignId")

const { routes, calls } = callsOf(campaign, {
  list: campaignList,
  update: async c => {
    const given = await readUpdate(c, change, "campaignId")
    return noContent(
      c,
      await changeRecord(c, campaign, given.id, (row, tx) => campaign.columns(tx, c.get("actor"), given.change, row)),
    )
  },
  idMember: "campaignId",
  required: ["rewardValue"],
})

const updateCall = "PUT /campaign/update"
/** The update answers without a body. */
export const campaigns = { routes, calls: { ...calls, [updateCall]: { ...calls[updateCall], value: undefined } as Call } }
