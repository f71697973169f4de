import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { campaigns as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { noContent } from "../../http/envelope"
import { readUpdate } from "../../http/request"
import { records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { campaignBody, campaignChange, campaignColumns } from "./input"
import { listCampaigns } from "./list"
import { presentCampaign, selectCampaigns, visibleCampaigns } from "./output"

/** Calls on campaigns (docs/contract.md#campaign-calls). */
export const campaigns = new Hono<Env>()

const campaignRecords = records({
  entity: "campaign",
  find: async (db, actor, id, now) => {
    const [found] = await selectCampaigns(db).where(and(eq(table.id, id), visibleCampaigns(actor)))
    return found && { row: found.campaign, value: presentCampaign(found, actor, now) }
  },
})

campaigns.get("/campaign/list", bearer, may("read", "campaigns"), listCampaigns)

campaigns.get("/campaign/:id", bearer, may("read", "campaigns"), campaignRecords.get)

campaigns.post("/campaign/create", bearer, may("write", "campaigns"), campaignRecords.createFrom(campaignBody, campaignColumns))

campaigns.put("/campaign/update", bearer, may("write", "campaigns"), async c => {
  const { id, change } = await readUpdate(c, campaignChange, "campaignId")
  return noContent(c, await campaignRecords.change(c, id, (row, tx) => campaignColumns(tx, c.get("actor"), change, row)))
})

campaigns.delete("/campaign/delete/:id", bearer, may("write", "campaigns"), c => campaignRecords.remove(c))

campaigns.post("/campaign/media", bearer, may("write", "campaigns"), uploadImage)
