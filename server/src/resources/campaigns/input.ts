import { z } from "zod"
import * as campaign from "../../../../src/contract/campaigns"
import type { Parsed } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { refuseInvalid } from "../../errors/problem"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { bodyShape, draftErrors, mergeDraft, storedFields } from "../../records/fields"

/** The body of a campaign, and the columns that it fills (docs/contract.md#campaign-record). */
const { blank, fields, intentOf, rewards, statuses } = campaign
export const stored = storedFields("campaign", omitFields(fields, "status"))

export const campaignBody = z.object({
  ...bodyShape(fields),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .transform(given => given ?? blank.currency),
})
export const campaignChange = campaignBody.partial().extend({ campaignId: z.string() })

type Draft = Parsed<campaign.CampaignDraft>
type Row = RowOf<"campaign">

const statusOfIntent = { draft: "draft", live: "active", paused: "paused" } as const

/** A stored campaign as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({ ...stored.draft(row), status: statuses.value(statusOfIntent[row.intent]) })

/** Empties the members that the chosen reward does not use. */
const withoutUnused = (draft: Draft): Draft => {
  const reward = rewards.name(draft.rewardType)
  return {
    ...draft,
    rewardValue: reward === "percentage" || reward === "fixedAmount" ? draft.rewardValue : null,
    giftCardId: reward === "giftCard" ? draft.giftCardId : "",
    productName: reward === "promotionalProduct" ? draft.productName : "",
  }
}

/** The columns of a new campaign, or of a change of a stored one. @throws Refusal 400 naming every invalid field */
export const campaignColumns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row) => {
  const merged = mergeDraft(fields, row && storedDraft(row), given)
  const draft = withoutUnused(merged)
  // The rules see what was given; a reference that the reward does not use is none.
  refuseInvalid({ ...(await draftErrors(db, actor, "campaign", campaign, draft, row)), ...validate(campaign.rules, merged) })
  return { ...stored.columns(draft), intent: intentOf(draft.status) }
}
