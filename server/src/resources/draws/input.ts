import { and, eq } from "drizzle-orm"
import { z } from "zod"
import * as draw from "../../../../src/contract/draws/draws"
import type { Parsed } from "../../../../src/contract/wire"
import { omitFields } from "../../../../src/core/fields"
import type { Database } from "../../db/open"
import { draws as table } from "../../db/schema"
import { refuse, refuseInvalid } from "../../errors/problem"
import { code, idOrEmpty, isPictureUrl, isSameClean, limited, listOf, numberOrNull, type Shape, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import { isUuid } from "../../http/request"
import type { RowOf } from "../../kinds/entities"
import { bodyShape, comparedWith, draftErrors, mergeDraft, storedFields } from "../../kinds/fields"
import { companyGroupOf } from "../../kinds/references"

const { eligibilities, fields, intentOf, prizeErrors, prizeTypes, statuses } = draw

/** The body of a draw, and the columns that it fills (docs/contract.md#draw-record). */
const prize = z.object({
  name: trimmed(100),
  type: code(prizeTypes),
  quantity: z.number().max(1_000_000),
  value: numberOrNull(1e12, 0),
  imageUrl: limited(2000)
    .refine(url => !url || isPictureUrl(url))
    .transform(url => url || null),
} satisfies Shape<draw.Prize>)

const plain = omitFields(fields, "tenantId", "prizes", "status")
const stored = storedFields("draw", plain)
/** The fields of a draw in a list, which has no participants. */
export const listedFields = storedFields("draw", omitFields(plain, "employeeIds"))

export const drawBody = z.object({ ...bodyShape(fields), tenantId: idOrEmpty, prizes: listOf(prize, 100) })

/** A new draw may name the one that it copies. */
export const newDrawBody = drawBody.extend({ copyOf: idOrEmpty.optional() })

/** The company of a draw does not change. */
export const drawChange = drawBody.omit({ tenantId: true }).partial().extend({ id: z.string() })

/** The draw of the same company that a new one copies; null for any other. */
export const originalOf = async (tx: Database, tenantId: string, id = ""): Promise<string | null> => {
  const isOriginal = and(eq(table.id, id), eq(table.tenantId, tenantId))
  return isUuid(id) && (await tx.$count(table, isOriginal)) ? id : null
}

type Draft = Parsed<draw.DrawDraft>
type Row = RowOf<"draw">

/** A stored draw as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({
  ...stored.draft(row),
  tenantId: row.tenantId,
  prizes: row.prizes,
  status: statuses.value(row.intent === "live" ? "open" : row.intent),
})

/** Empties the members that name people, unless the eligibility is by name. */
const withoutUnused = (draft: Draft): Draft =>
  eligibilities.name(draft.eligibility) === "specific" ? draft : { ...draft, departmentId: "", employeeIds: [] }

/** A draft without its status, and with dates as numbers. */
const comparable = (draft: Draft) => {
  const { status, startDate, endDate, drawDate, ...rest } = withoutUnused(draft)
  return { ...rest, dates: [startDate, endDate, drawDate].map(date => Date.parse(date)) }
}

/** The one change of a locked draw: it is cancelled. @throws Refusal 409 for every other change */
const cancelled = (row: Row, given: Partial<Draft>): Pick<Row, "intent"> => {
  const stored = storedDraft(row)
  const isSame = isSameClean(comparable({ ...stored, ...given }), comparable(stored))
  if (row.intent === "cancelled") refuse({ kind: "conflict", key: "draw.cancelledFixed" })
  if (!isSame || statuses.name(given.status) !== "cancelled") refuse({ kind: "conflict", key: "draw.lockedFixed" })
  return { intent: "cancelled" }
}

/**
 * The columns of a new draw, or of a change of a stored one.
 * @throws Refusal 400 naming every invalid field, and 409 when the draw has been drawn, or is locked and not only cancelled
 */
export const drawColumns = async (db: Database, actor: Actor, given: Partial<Draft>, row?: Row) => {
  if (row?.intent === "drawn") refuse({ kind: "conflict", key: "draw.drawnFixed" })
  if (row && row.round !== null) return cancelled(row, given)
  const before = row && storedDraft(row)
  const draft = withoutUnused(mergeDraft(fields, before, given))
  const reach = await companyGroupOf(db, draft.tenantId)
  refuseInvalid({
    ...(await draftErrors(db, actor, "draw", draw, draft, row, before, { reach })),
    ...prizeErrors(draft, comparedWith(fields, draft, before)),
  })
  const { tenantId, prizes, status } = draft
  return { ...stored.columns(draft), tenantId, prizes, intent: intentOf(status) }
}
