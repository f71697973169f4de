import { http } from "../../api"
import { type Campaign, type CampaignDraft, campaignOf, draftOf } from "../../contract/campaigns"
import { type Loaded, one, type Page, page } from "../../core/envelope"
import type { Answer, Query } from "../../core/http"
import { read, write } from "../../core/query"

/** S7 Campaigns. An update carries `campaignId` and answers 204; a success of an upload without a url is an error. */
export type CampaignPage = Page<Campaign> & { counts?: Record<string, number> }

const counted = (answer: Answer): CampaignPage => {
  const counts = (answer.value as { statusCounts?: Record<string, number> } | undefined)?.statusCounts
  const { rows, total } = page<Partial<Campaign>>("campaigns")(answer)
  return { rows: rows.map(campaignOf), total, ...(counts && { counts }) }
}

export const listCampaigns = read("campaigns.list", (query: Query, signal) =>
  http.get("/campaign/list", { query, signal }).then(counted),
)

export const getCampaign = read("campaigns.one", async (id: string, signal): Promise<Loaded<Campaign>> => {
  const { record, ...rest } = await http.get(`/campaign/${encodeURIComponent(id)}`, { signal }).then(one<Partial<Campaign>>())
  return { record: campaignOf(record), ...rest }
})

export const addCampaign = write("campaigns", (draft: CampaignDraft, options: { idempotencyKey: string; signal?: AbortSignal }) =>
  http.post("/campaign/create", draft, options),
)

export const updateCampaign = write(
  "campaigns",
  (id: string, draft: CampaignDraft, options: { version?: string; signal?: AbortSignal }) =>
    http.put("/campaign/update", { ...draft, campaignId: id }, options),
)

export const removeCampaign = write("campaigns", (id: string) => http.delete(`/campaign/delete/${encodeURIComponent(id)}`))

export const uploadCampaignMedia = (
  file: File,
  orderNo: number,
  options: { signal?: AbortSignal; onProgress?: (fraction: number) => void },
) => http.upload("/campaign/media", file, orderNo, options)

/** Publishes, pauses or shelves a campaign as it stands on the server. */
export const setCampaignStatus = async (id: string, status: number) => {
  const { record, version } = await getCampaign(id)
  return updateCampaign(id, { ...draftOf(record), status }, { version })
}
