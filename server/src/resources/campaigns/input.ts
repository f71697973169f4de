import { z } from "zod"
import { blank, type CampaignDraft, intentOf, rewards, rules, statuses } from "../../../../src/contract/campaigns"
import type { Parsed } from "../../../../src/contract/wire"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { refuseInvalid } from "../../errors/problem"
import { code, codeOr, ids, instant, numberOrNull, pictures, picturesError, type Shape, text, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { ColumnsOf, RowOf } from "../../records/entities"
import { referenceErrors } from "../../records/references"

/** The body of a campaign, and the columns that it fills (docs/contract.md#campaign-record). */
export const campaignBody = z.object({
  title: trimmed,
  description: trimmed,
  terms: text,
  rewardType: code(rewards),
  rewardValue: numberOrNull(1e12),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .transform(given => given ?? "TRY"),
  giftCardId: text,
  productName: text,
  categoryId: text,
  brandId: text,
  startDate: instant,
  endDate: instant,
  participantLimit: numberOrNull(2_000_000_000),
  tenantIds: ids(),
  status: codeOr(statuses, 0),
  media: pictures,
} satisfies Shape<CampaignDraft>)

export const campaignChange = campaignBody.partial().extend({ campaignId: z.string() })

const defaults = blank as Draft

type Draft = Parsed<CampaignDraft>
type Row = RowOf<"campaign">
type Columns = ColumnsOf<Omit<CampaignDraft, "status">, "campaign"> & Pick<Row, "intent">

const statusOfIntent = { draft: "draft", live: "active", paused: "paused" } as const

/** A stored campaign as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({
  title: row.title,
  description: row.description,
  terms: row.terms,
  rewardType: row.rewardType,
  rewardValue: row.rewardValue,
  currency: row.currency,
  giftCardId: row.giftCardId ?? "",
  productName: row.productName,
  categoryId: row.categoryId,
  brandId: row.brandId,
  startDate: row.startDate.toISOString(),
  endDate: row.endDate.toISOString(),
  participantLimit: row.participantLimit,
  tenantIds: row.tenantIds,
  status: statuses.value(statusOfIntent[row.intent]),
  media: row.media,
})

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
export const campaignColumns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row): Promise<Columns> => {
  const merged: Draft = { ...(row ? storedDraft(row) : defaults), ...given }
  const draft = withoutUnused(merged)
  refuseInvalid({
    ...validate(rules, merged),
    ...(await referenceErrors(db, "campaign", draft, row, actor)),
    media: picturesError(draft.media),
  })
  const { status, ...columns } = draft
  return {
    ...columns,
    intent: intentOf(status),
    giftCardId: draft.giftCardId || null,
    startDate: new Date(draft.startDate),
    endDate: new Date(draft.endDate),
  }
}
