import { eq } from "drizzle-orm"
import type { Context } from "hono"
import type { z } from "zod"
import type { Role } from "../../../../src/contract/session"
import { may, platform, refuseClosed } from "../../auth/policy"
import type { Database } from "../../db/open"
import { type TenantRow, tenants as table } from "../../db/schema"
import { refuse, refuseField, refuseInvalid } from "../../errors/problem"
import type { Env } from "../../http/context"
import { requireId } from "../../http/request"
import { requireMail } from "../../http/require-mail"
import { tenant, versionsOfSubsidiaries } from "../../kinds/tenant"
import { read } from "../../records/find"
import { expectedVersion } from "../../records/version"
import { create, update } from "../../records/write"
import { json, route } from "../../routes/route"
import { exampleId } from "../../routes/schemas"
import { queueInvitation, sendInvitations } from "../messages/invitations"
import { removeRoute } from "../record-routes"
import { withAddress } from "../users/addresses"
import { type CompanyBody, checkCompany, companyBody, companyChange, tenantBody, tenantChange } from "./input"
import { addAdministrator, type Invited } from "./invitations"
import { checkSubsidiaries, messagesOf, type SubsidiaryBody, writeSubsidiaries } from "./subsidiaries"

/**
 * Writing companies: the platform writes companies with their subsidiaries, a company its own and itself
 * (docs/contract.md#company-calls).
 */

/** The person of the first address and the first contact. */
const firstPerson = (emails: string[], contactPersons: string[]): Invited | undefined => {
  const [email] = emails
  if (!email) return undefined
  const words = (contactPersons[0] ?? "").split(/\s+/).filter(Boolean)
  return {
    email,
    firstName: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    lastName: words.slice(1).at(-1) ?? "",
  }
}

const answer: z.ZodType<object> = tenant.value
const companyAdministrators: readonly Role[] = ["TenantAdmin"]
export const companyExample = { name: "Deniz Gıda", emails: ["bilgi@deniz.example"], primaryColor: "#3A9355" }
const updateExample = { ...companyExample, tenantId: exampleId }

/** With its subsidiaries. The person of its first address becomes its administrator and is invited. */
export const createTenant = route.post("/tenant/admin/create", platform, {
  summary: "Create a company with its first administrator",
  body: json(tenantBody),
  required: ["name"],
  example: { ...companyExample, emails: ["bilgi@ada.example"] },
  answer,
  handler: async ({ c, deps: { db }, body }) => {
    const given = await body()
    const { columns, messages } = checkCompany(given)
    const subsidiaries = await checkSubsidiaries(db, undefined, given.subTenants ?? [])
    const invited = firstPerson(columns.emails, columns.contactPersons)
    refuseInvalid({ ...messages, ...messagesOf(subsidiaries) })
    if (invited) await requireMail(c, "api.inviteNotSent")
    const write = () =>
      create(
        c,
        tenant,
        given,
        () => columns,
        async (tx, id) => {
          await writeSubsidiaries(c, tx, id, subsidiaries)
          if (invited) await queueInvitation(c, tx, await addAdministrator(c, tx, id, invited))
        },
      )
    const created = await withAddress(c, invited?.email ?? "", write, { field: "emails" })
    await sendInvitations(c)
    return created
  },
})

/** @throws Refusal 409 with the current record when one of the locked subsidiaries has changed since the caller read them; a version without theirs is accepted */
const refuseOtherSubsidiaries = async (c: Context<Env>, tx: Database, row: TenantRow) => {
  const seen = expectedVersion(c)?.ofOthers
  if (seen === undefined || seen === String(await versionsOfSubsidiaries(tx, row.id))) return
  const { value: current } = await read(c, tenant, row.id, tx)
  refuse({ kind: "conflict", key: "api.versionMismatch", current, version: await tenant.versionOf(tx, row) })
}

const changeTenant = (c: Context<Env>, given: CompanyBody & { subTenants?: SubsidiaryBody[] | null | undefined }, id: string) =>
  update(c, tenant, id, async (row, tx) => {
    const { columns, messages } = checkCompany(given, row)
    const isTooDeep = row.parentId && given.subTenants?.length
    const subsidiaries = await checkSubsidiaries(tx, row.id, given.subTenants ?? [])
    if (subsidiaries.length) await refuseOtherSubsidiaries(c, tx, row)
    refuseInvalid({ ...messages, subTenants: isTooDeep ? "tenant.oneLevel" : undefined, ...messagesOf(subsidiaries) })
    await writeSubsidiaries(c, tx, row.id, subsidiaries)
    return columns
  })

/** @throws Refusal 400 when the body names no company (docs/contract.md#company-calls) */
const idOf = ({ tenantId, id }: { tenantId?: string | null | undefined; id?: string | null | undefined }) =>
  (tenantId || id || refuseField("tenantId", "tenant.idRequired")).toLowerCase()

export const updateTenant = route.put("/tenant/admin/update", platform, {
  summary: "Change one company",
  body: json(tenantChange),
  example: updateExample,
  answer,
  handler: async ({ c, body }) => {
    const given = await body()
    return changeTenant(c, given, idOf(given))
  },
})

export const updateTenantAt = route.put("/api/company/update/:id", platform, {
  summary: "Change one company",
  body: json(tenantBody),
  example: companyExample,
  answer,
  handler: async ({ c, params, body }) => changeTenant(c, await body(), requireId(params.id)),
})

/** Of the actor's company, one level deep and without an administrator of its own. */
export const createSubsidiary = route.post(
  "/tenant/tenant-admin/create",
  may("write", "subsidiaries", { roles: companyAdministrators }),
  {
    summary: "Create a subsidiary",
    body: json(companyBody),
    required: ["name"],
    example: { ...companyExample, emails: ["bilgi@koy.example"] },
    answer,
    handler: async ({ c, body }) => {
      const { tenantId } = c.get("actor")
      const given = await body()
      const [own] = tenantId ? await c.get("deps").db.select().from(table).where(eq(table.id, tenantId)) : []
      if (!own || own.parentId) return refuse({ kind: "denied" })
      return create(c, tenant, given, () => {
        const { columns, messages } = checkCompany(given)
        refuseInvalid(messages)
        return { ...columns, parentId: own.id }
      })
    },
  },
)

/** Changes a company within reach; the `activeStatus` of the actor's own is changed by the platform only. */
const changeCompany = async (c: Context<Env>, given: CompanyBody, id: string) => {
  const actor = c.get("actor")
  return update(c, tenant, id, row => {
    refuseClosed(actor, "write", tenant.moduleOf(actor, row.id))
    const { columns, messages } = checkCompany(given, row)
    const isOwnStatus = row.id === actor.tenantId && columns.activeStatus !== row.activeStatus
    refuseInvalid({ ...messages, activeStatus: isOwnStatus ? "tenant.ownStatus" : messages.activeStatus })
    return columns
  })
}

export const updateSubsidiary = route.put(
  "/tenant/tenant-admin/update",
  may("write", ["companies", "subsidiaries"], { roles: companyAdministrators }),
  {
    summary: "Change the own company or a subsidiary",
    body: json(companyChange),
    example: updateExample,
    answer,
    handler: async ({ c, body }) => {
      const given = await body()
      return changeCompany(c, given, idOf(given))
    },
  },
)

/** The platform changes any company, a company itself. @throws Refusal 404 for companies out of reach, 403 for subsidiaries */
export const updateCompany = route.put("/tenant/update", may("write", "companies"), {
  summary: "Change one company",
  body: json(tenantChange),
  example: updateExample,
  answer,
  handler: async ({ c, body }) => {
    const { subTenants, ...given } = await body()
    const { role, tenantId } = c.get("actor")
    if (role === "Administrator") return changeTenant(c, { ...given, subTenants }, idOf(given))
    const id = idOf(given)
    const { row } = await read(c, tenant, id)
    if (row.id !== tenantId) refuse({ kind: "denied" })
    return changeCompany(c, given, id)
  },
})

/** A company without subsidiaries. Its people can't sign in any more; its records stay. */
export const removeTenant = { ...removeRoute(tenant), guard: platform }
