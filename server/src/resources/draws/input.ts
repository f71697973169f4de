import { z } from "zod"
import {
  type DrawDraft,
  eligibilities,
  intentOf,
  methods,
  prizeErrors,
  prizeTypes,
  rules,
  statuses,
} from "../../../../src/contract/draws"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import type { draws as table } from "../../db/schema"
import { badPicture, code, codeOr, idOrNone, ids, isPicture, moment, pictures, trimmed } from "../../http/body"
import { isUuid } from "../../http/request"
import { familyOf, refuseBroken, unknownDepartment, unknownEmployee } from "../../records/references"

/** What may enter as a draw (S3, decisions §5), what it points at, and the columns that it fills. */
const prize = z.object({
  name: trimmed,
  type: code(prizeTypes),
  quantity: z.number().max(1_000_000),
  value: z
    .number()
    .finite()
    .min(0)
    .max(1e12)
    .nullish()
    .transform(value => value ?? null),
  imageUrl: trimmed.refine(url => url.length <= 2000 && (!url || isPicture(url))).transform(url => url || null),
})

const id = idOrNone.transform(given => given ?? "")

export const drawBody = z.object({
  tenantId: id,
  title: trimmed,
  description: trimmed,
  method: code(methods),
  eligibility: code(eligibilities),
  departmentId: id,
  employeeIds: ids(5000),
  prizes: z
    .array(prize)
    .max(100)
    .nullish()
    .transform(given => given ?? []),
  startDate: moment,
  endDate: moment,
  drawDate: moment,
  status: codeOr(statuses, 0),
  media: pictures,
}) satisfies z.ZodType<DrawDraft>

/** Whose draw it is never changes. */
export const drawChange = drawBody.omit({ tenantId: true }).extend({
  id: z.string(),
  method: code(methods).optional(),
  eligibility: code(eligibilities).optional(),
})

type Row = typeof table.$inferSelect

/** A stored draw as it could have come in: a change names the rest. */
export const standing = (row: Row): DrawDraft => ({
  tenantId: row.tenantId,
  title: row.title,
  description: row.description,
  method: row.method,
  eligibility: row.eligibility,
  departmentId: row.departmentId ?? "",
  employeeIds: row.employeeIds,
  prizes: row.prizes,
  startDate: row.startDate.toISOString(),
  endDate: row.endDate.toISOString(),
  drawDate: row.drawDate.toISOString(),
  status: statuses.value(row.intent === "live" ? "open" : row.intent),
  media: row.media,
})

const isSpecific = (draft: DrawDraft) => eligibilities.name(draft.eligibility) === "specific"

/**
 * The columns of a draft; whom the eligibility does not ask for is left out.
 * @param row who could win already: a person may have left since. @throws Refusal naming each field
 */
export const drawColumns = async (db: Database, draft: DrawDraft, row?: Row) => {
  const family = await familyOf(db, draft.tenantId)
  const broken = { ...validate(rules, draft), ...prizeErrors(draft) }
  const unknown = async (departmentId: string) =>
    isUuid(departmentId)
      ? unknownDepartment(db, family, [departmentId], row?.departmentId ? [row.departmentId] : [])
      : ("rule.departmentOutOfReach" as const)
  refuseBroken({
    ...broken,
    departmentId:
      broken.departmentId ?? (isSpecific(draft) && draft.departmentId ? await unknown(draft.departmentId) : undefined),
    employeeIds: isSpecific(draft) ? await unknownEmployee(db, family, draft.employeeIds, row?.employeeIds) : undefined,
    media: badPicture(draft.media),
  })
  const { status, ...columns } = draft
  return {
    ...columns,
    intent: intentOf(status),
    departmentId: isSpecific(draft) ? draft.departmentId || null : null,
    employeeIds: isSpecific(draft) ? draft.employeeIds : [],
    startDate: new Date(draft.startDate),
    endDate: new Date(draft.endDate),
    drawDate: new Date(draft.drawDate),
  }
}
