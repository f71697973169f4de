import { z } from "zod"
import { check } from "../../../src/core/rules"
import {
  brokenPrizes,
  type DrawDraft,
  eligibilities,
  intentOf,
  methods,
  prizeTypes,
  rules,
  statuses,
} from "../../../src/modules/draws/model"
import { badPicture, code, codeOr, idOrNone, ids, isPicture, moment, pictures, trimmed } from "../body"
import type { Database } from "../db"
import { familyOf, refuseBroken, unknownDepartment, unknownEmployee } from "../references"
import { isUuid } from "../request"

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
export const drawUpdate = drawBody.extend({ id: z.string(), tenantId: z.unknown().transform(() => "") })

export const broken = (given: DrawDraft) => ({ ...check(rules, given), ...brokenPrizes(given) })

const isSpecific = (given: DrawDraft) => eligibilities.name(given.eligibility) === "specific"

type Chosen = { departmentId: string | null; employeeIds: string[] }

/** @param before who could win already: a person may have left since. @throws Refusal naming each field */
export const checkReferences = async (db: Database, tenantId: string, given: DrawDraft, before?: Chosen) => {
  const family = await familyOf(db, tenantId)
  const { departmentId } = given
  const department = isUuid(departmentId)
    ? await unknownDepartment(db, family, [departmentId], before?.departmentId ? [before.departmentId] : [])
    : ("rule.departmentOutOfReach" as const)
  refuseBroken({
    departmentId: isSpecific(given) && departmentId ? department : undefined,
    employeeIds: isSpecific(given) ? await unknownEmployee(db, family, given.employeeIds, before?.employeeIds) : undefined,
    media: badPicture(given.media),
  })
}

/** The columns of a body. Whom the eligibility does not ask for is left out. */
export const columnsOf = (given: DrawDraft) => ({
  title: given.title,
  description: given.description,
  method: given.method,
  eligibility: given.eligibility,
  departmentId: isSpecific(given) ? given.departmentId || null : null,
  employeeIds: isSpecific(given) ? given.employeeIds : [],
  prizes: given.prizes,
  startDate: new Date(given.startDate),
  endDate: new Date(given.endDate),
  drawDate: new Date(given.drawDate),
  intent: intentOf(given.status),
  media: given.media,
})
