import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import {
  blank,
  type DrawDraft,
  eligibilities,
  intentOf,
  methods,
  type Prize,
  prizeErrors,
  prizeTypes,
  rules,
  statuses,
} from "../../../../src/contract/draws"
import type { Parsed } from "../../../../src/contract/wire"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { refuse, refuseInvalid } from "../../errors/problem"
import {
  code,
  codeOr,
  idOrEmpty,
  ids,
  instant,
  isPictureUrl,
  listOf,
  numberOr,
  numberOrNull,
  pictures,
  picturesError,
  type Shape,
  trimmed,
} from "../../http/body"
import type { Actor } from "../../http/context"
import type { ColumnsOf, RowOf } from "../../records/entities"
import { companyGroupOf, referenceErrors } from "../../records/references"

/** The body of a draw, and the columns that it fills (docs/contract.md#draw-record). */
const prize = z.object({
  name: trimmed,
  type: code(prizeTypes),
  quantity: z.number().max(1_000_000),
  value: numberOrNull(1e12, 0),
  imageUrl: trimmed.refine(url => url.length <= 2000 && (!url || isPictureUrl(url))).transform(url => url || null),
} satisfies Shape<Prize>)

export const drawBody = z.object({
  tenantId: idOrEmpty,
  title: trimmed,
  description: trimmed,
  terms: trimmed,
  method: code(methods),
  eligibility: code(eligibilities),
  departmentId: idOrEmpty,
  employeeIds: ids(5000),
  newDays: numberOr(90),
  seniorYears: numberOr(5),
  excludeLastDraws: numberOr(0),
  prizes: listOf(prize, 100),
  startDate: instant,
  endDate: instant,
  drawDate: instant,
  status: codeOr(statuses, 0),
  media: pictures,
} satisfies Shape<DrawDraft>)

/** The company of a draw does not change. */
export const drawChange = drawBody.omit({ tenantId: true }).partial().extend({ id: z.string() })

const defaults = blank as Draft

type Draft = Parsed<DrawDraft> & Pick<Row, "newDays" | "seniorYears" | "excludeLastDraws">
type Row = RowOf<"draw">
type Columns = ColumnsOf<Omit<DrawDraft, "status">, "draw"> & Pick<Row, "intent">

/** A stored draw as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Draft => ({
  tenantId: row.tenantId,
  title: row.title,
  description: row.description,
  terms: row.terms,
  method: row.method,
  eligibility: row.eligibility,
  departmentId: row.departmentId ?? "",
  employeeIds: row.employeeIds,
  newDays: row.newDays,
  seniorYears: row.seniorYears,
  excludeLastDraws: row.excludeLastDraws,
  prizes: row.prizes,
  startDate: row.startDate.toISOString(),
  endDate: row.endDate.toISOString(),
  drawDate: row.drawDate.toISOString(),
  status: statuses.value(row.intent === "live" ? "open" : row.intent),
  media: row.media,
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
  const isSame = isDeepStrictEqual(comparable({ ...stored, ...given }), comparable(stored))
  if (row.intent === "cancelled") refuse({ kind: "conflict", key: "draw.cancelledFixed" })
  if (!isSame || statuses.name(given.status) !== "cancelled") refuse({ kind: "conflict", key: "draw.lockedFixed" })
  return { intent: "cancelled" }
}

/**
 * The columns of a new draw, or of a change of a stored one.
 * @throws Refusal 400 naming every invalid field, and 409 when the draw has been drawn, or is locked and not only cancelled
 */
export const drawColumns = async (
  db: Database,
  actor: Actor,
  given: Partial<Draft>,
  row?: Row,
): Promise<Columns | Pick<Row, "intent">> => {
  if (row?.intent === "drawn") refuse({ kind: "conflict", key: "draw.drawnFixed" })
  if (row && row.round !== null) return cancelled(row, given)
  const merged: Draft = { ...(row ? storedDraft(row) : defaults), ...given }
  const draft = withoutUnused(merged)
  const reach = await companyGroupOf(db, draft.tenantId)
  refuseInvalid({
    ...validate(rules, draft),
    ...prizeErrors(draft),
    ...(await referenceErrors(db, "draw", draft, row, actor, { reach })),
    media: picturesError(draft.media),
  })
  const { status, ...columns } = draft
  return {
    ...columns,
    intent: intentOf(status),
    departmentId: draft.departmentId || null,
    startDate: new Date(draft.startDate),
    endDate: new Date(draft.endDate),
    drawDate: new Date(draft.drawDate),
  }
}
