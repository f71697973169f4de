import { z } from "zod"
import { attentionReasons } from "../../../../src/contract/attention"
import { noContent } from "../../http/envelope"
import { readUpdate } from "../../http/request"
import { id, text } from "../../kinds/answer-shape"
import { type Call, exampleId, listQuery, owner, pageByStatus, period } from "../../records/call"
import { changeOf, crud } from "../crud"
import { campaignSorts, listCampaigns } from "./list"
import { campaignBody, campaignColumns, campaignRecords, campaignValue } from "./record"

/** Calls on campaigns (docs/contract.md#campaign-calls). */
const { routes, calls } = crud({
  entity: "campaign",
  records: campaignRecords,
  list: {
    handler: listCampaigns,
    query: {
      ...listQuery(campaignSorts(new Date(0))),
      attention: z.enum(attentionReasons.campaigns),
      ...owner,
      ...period,
      status: text,
      categoryId: id,
      brandId: id,
    },
    value: pageByStatus("campaigns", campaignValue),
  },
  body: campaignBody,
  columns: campaignColumns,
  update: async c => {
    const { id, change } = await readUpdate(c, changeOf(campaignBody, "campaignId"), "campaignId")
    return noContent(c, await campaignRecords.change(c, id, (row, tx) => campaignColumns(tx, c.get("actor"), change, row)))
  },
  idMember: "campaignId",
  value: campaignValue,
  example: {
    title: "Bahar kampanyası",
    description: "Tüm çalışanlara",
    startDate: "2026-04-01T00:00:00Z",
    endDate: "2026-05-01T00:00:00Z",
    rewardType: 0,
    rewardValue: 10,
    categoryId: exampleId,
    brandId: exampleId,
    status: 2,
  },
  required: ["rewardValue"],
})

const updateCall = "PUT /campaign/update"
/** The update answers without a body. */
export const campaigns = { routes, calls: { ...calls, [updateCall]: { ...calls[updateCall], value: undefined } as Call } }
