import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "hono"
import type { Database } from "../../db/open"
import { tenants as table } from "../../db/schema"
import { isUniqueViolation } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { isUuid, readValid } from "../../http/request"
import { isMailAddress } from "../../mail/mail-address"
import { keepAudit } from "../../records/audit"
import type { Row } from "../../records/records"
import { refuseBroken } from "../../records/references"
import {
  type CompanyGiven,
  columnsOf,
  companyBody,
  companyChange,
  prepare,
  type TenantRow,
  tenantBody,
  tenantChange,
} from "./input"
import { addAdministrator, expectMail, type Invited, invite } from "./invitations"
import { companies } from "./output"

/** S7 Tenants: writes. The platform makes companies with their subsidiaries; a company makes and keeps its own. */
type Subsidiary = CompanyGiven & { id?: string | null | undefined }

const addSubsidiary = async (c: Context<Env>, tx: Database, parentId: string, columns: ReturnType<typeof columnsOf>) => {
  const now = new Date(c.get("deps").clock())
  const [row] = await tx
    .insert(table)
    .values({ ...columns, parentId, createdAt: now, updatedAt: now })
    .returning()
  if (row) await keepAudit(c, tx, { action: "create", entity: "tenant", id: row.id, tenantId: row.id, after: row })
}

const changeSubsidiary = async (c: Context<Env>, tx: Database, before: TenantRow, columns: ReturnType<typeof columnsOf>) => {
  const [after] = await tx
    .update(table)
    .set({ ...columns, version: before.version + 1, updatedAt: new Date(c.get("deps").clock()) })
    .where(eq(table.id, before.id))
    .returning()
  await keepAudit(c, tx, { action: "update", entity: "tenant", id: before.id, tenantId: before.id, before, after })
}

/** The person that the first address and the first contact name. */
const firstOf = (emails: string[], contactPersons: string[]): Invited | undefined => {
  const [email] = emails
  if (!email) return undefined
  const words = (contactPersons[0] ?? "").split(/\s+/).filter(Boolean)
  return {
    email: email.toLowerCase(),
    firstName: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    lastName: words.slice(1).at(-1) ?? "",
  }
}

/** A company with its subsidiaries; its first address becomes its administrator, and is invited. */
export const createTenant = async (c: Context<Env>) => {
  const given = await readValid(c, tenantBody)
  const { draft, broken } = prepare(given)
  const beneath = (given.subTenants ?? []).map((sub, at) => prepare(sub, undefined, `subTenants.${at}.`))
  const invited = firstOf(draft.emails, draft.contactPersons)
  const email = invited && !isMailAddress(invited.email) ? ("auth.emailInvalid" as const) : undefined
  refuseBroken({
    ...broken,
    emails: broken.emails ?? email,
    ...Object.fromEntries(beneath.flatMap(sub => Object.entries(sub.broken))),
  })
  if (invited) await expectMail(c)
  let isNew = false
  const answer = await companies
    .create(c, given, columnsOf(draft), async (tx, id) => {
      for (const sub of beneath) await addSubsidiary(c, tx, id, columnsOf(sub.draft))
      if (invited) await addAdministrator(c, tx, id, invited)
      isNew = true
    })
    .catch(error => {
      if (isUniqueViolation(error)) refuse({ kind: "invalid", fields: [{ field: "emails", message: "employee.emailTaken" }] })
      throw error
    })
  if (isNew && invited) await invite(c, invited.email, draft.name)
  return answer
}

const standingSubsidiary = async (tx: Database, parentId: string, id: string) => {
  if (!isUuid(id)) return undefined
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.parentId, parentId), isNull(table.deletedAt)))
    .for("update")
  return row
}

/** Subsidiaries that are named are to be changed, new ones added, the rest left as they are. */
const prepareSubsidiaries = (tx: Database, parentId: string, given: Subsidiary[]) =>
  Promise.all(
    given.map(async ({ id, ...sub }, at) => {
      const row = id ? await standingSubsidiary(tx, parentId, id) : undefined
      const { draft, broken } = prepare(sub, row, `subTenants.${at}.`)
      const unknown = id && !row ? ("tenant.subsidiaryUnknown" as const) : undefined
      return { row, columns: columnsOf(draft), broken: { ...broken, [`subTenants.${at}.id`]: unknown } }
    }),
  )

/** S5: an update without an id says so. */
const idOf = ({ tenantId, id }: { tenantId?: string | null | undefined; id?: string | null | undefined }) =>
  (tenantId || id || refuse({ kind: "invalid", fields: [{ field: "tenantId", message: "tenant.idRequired" }] })).toLowerCase()

export const changeTenant = async (
  c: Context<Env>,
  given: CompanyGiven & { subTenants?: Subsidiary[] | null | undefined },
  id: string,
) =>
  companies.update(c, id, async (stored, tx) => {
    const row = stored as TenantRow & Row
    const { draft, broken } = prepare(given, row)
    const tooDeep = row.parentId && given.subTenants?.length ? ("tenant.oneLevel" as const) : undefined
    const beneath = await prepareSubsidiaries(tx, row.id, given.subTenants ?? [])
    refuseBroken({ ...broken, subTenants: tooDeep, ...Object.fromEntries(beneath.flatMap(sub => Object.entries(sub.broken))) })
    for (const { row: sub, columns } of beneath)
      await (sub ? changeSubsidiary(c, tx, sub, columns) : addSubsidiary(c, tx, row.id, columns))
    return columnsOf(draft)
  })

export const updateTenant = async (c: Context<Env>) => {
  const given = await readValid(c, tenantChange)
  return changeTenant(c, given, idOf(given))
}

/** A company's own subsidiary: one level deep, without an administrator of its own until somebody adds one. */
export const createSubsidiary = async (c: Context<Env>) => {
  const { tenantId } = c.get("actor")
  const given = await readValid(c, companyBody)
  const [own] = tenantId ? await c.get("deps").db.select().from(table).where(eq(table.id, tenantId)) : []
  if (!own || own.parentId) return refuse({ kind: "denied" })
  const { draft, broken } = prepare(given)
  refuseBroken(broken)
  return companies.create(c, given, { ...columnsOf(draft), parentId: own.id })
}

/** What a company's administrator may change: a subsidiary, and their own company but for whether it is active. */
export const updateSubsidiary = async (c: Context<Env>) => {
  const given = await readValid(c, companyChange)
  const { tenantId } = c.get("actor")
  return companies.update(c, idOf(given), stored => {
    const row = stored as TenantRow & Row
    const { draft, broken } = prepare(given, row)
    const isOwn = row.id === tenantId && draft.activeStatus !== row.activeStatus
    refuseBroken({ ...broken, activeStatus: isOwn ? "tenant.ownStatus" : broken.activeStatus })
    return columnsOf(draft)
  })
}

/** A company goes when nothing hangs beneath it; its people can't sign in from then on, and its records stay. */
export const removeTenant = (c: Context<Env>) =>
  companies.remove(c, async (tx, { id }) => {
    const beneath = and(eq(table.parentId, id), isNull(table.deletedAt))
    if (await tx.$count(table, beneath)) refuse({ kind: "conflict", key: "tenant.hasSubsidiaries" })
  })
