import { and, eq, inArray, isNull, or, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { newPersonKinds } from "../../../src/contract/approval"
import {
  type ApprovalNeed,
  type ApprovalSetting,
  approvalNeeds,
  drawNeeds,
  maxWaitDays,
  type SettingChange,
} from "../../../src/contract/approvals"
import { activeStatuses } from "../../../src/core/codes"
import { anyStaff, isRestricted, may, mayWrite, platformOwner, reachOf, refuseClosed } from "../auth/policy"
import type { Database } from "../db/open"
import { approvalSettingChanges as changes, approvalSettings as settings, tenants, users } from "../db/schema"
import { refuse } from "../errors/problem"
import type { Actor, Env } from "../http/context"
import { isUuid } from "../http/request"
import { tenant } from "../kinds/tenant"
import { addAuditEntry } from "../records/audit"
import type { LoggedChange } from "../records/logged-change"
import { checkNewPerson, loggedNewPerson, readNewPerson } from "../records/new-person"
import { personAt } from "../records/person-at"
import { contentVersion, lockRow, refuseOtherVersion } from "../records/version"
import { json, route } from "../routes/route"
import { exampleId, id, instant, named, text, total } from "../routes/schemas"

/** What needs approval, by owner; what narrows it waits for a second person (docs/contract.md#approval-settings). */

const settingBody = z.object({
  tenantId: z.string(),
  modules: z.array(z.enum(approvalNeeds)).max(approvalNeeds.length),
  waitDays: z.int().min(0).max(maxWaitDays).nullish(),
})

export const newPerson = named("NewPerson", {
  person: z.enum(["approver", "sender"]),
  how: z.enum(newPersonKinds),
  at: instant,
  blockedUntil: instant.nullable(),
})

const needs = z.array(z.enum(approvalNeeds))
const settingChange = named("SettingChange", {
  version: text,
  email: text,
  name: text,
  at: instant,
  isOwn: z.boolean(),
  removed: needs,
  waitDays: total.nullable(),
  newPerson: newPerson.nullable(),
})
const setting = named("ApprovalSetting", {
  tenantId: id.nullable(),
  modules: needs,
  inherited: needs,
  waitDays: total.nullable(),
  people: total,
  unrestricted: total,
  change: settingChange.nullable(),
}) satisfies z.ZodType<ApprovalSetting>

type StoredChange = typeof changes.$inferSelect
type StoredSetting = typeof settings.$inferSelect

type Counts = Pick<ApprovalSetting, "people" | "unrestricted">

/** The active administrators of companies, each without those of its parent, and of the platform. */
const readCounts = async (db: Database, companies: string[]) => {
  const isOfCompany = and(eq(users.role, "TenantAdmin"), inArray(users.tenantId, companies))
  const rows = await db
    .select({
      owner: sql<string>`case when ${users.role} = 'Administrator' then ${platformOwner} else ${users.tenantId}::text end`,
      people: sql<number>`count(*)::int`,
      unrestricted: sql<number>`count(*) filter (where ${users.role} = 'Administrator' or cardinality(${users.permissions}) = 0)::int`,
    })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        eq(users.status, activeStatuses.value("active")),
        or(eq(users.role, "Administrator"), isOfCompany),
      ),
    )
    .groupBy(sql`1`)
  const of = new Map(rows.map(({ owner, ...counts }) => [owner, counts]))
  /** @returns those of a company, or the platform, and its parent together */
  return (...owners: string[]): Counts =>
    owners.reduce(
      (sum, owner) => {
        const { people = 0, unrestricted = 0 } = of.get(owner) ?? {}
        return { people: sum.people + people, unrestricted: sum.unrestricted + unrestricted }
      },
      { people: 0, unrestricted: 0 },
    )
}

const presentChange = async (c: Context<Env>, db: Database, change: StoredChange): Promise<SettingChange> => {
  const { userId: actorId } = c.get("actor")
  const { userId, removed, waitDays, createdAt } = change
  const sender = await personAt(db, userId, createdAt)
  const isOwn = userId === actorId
  return {
    version: contentVersion(change),
    ...(sender ?? { email: "", name: "", at: createdAt.toISOString() }),
    isOwn,
    removed,
    waitDays,
    newPerson: isOwn ? null : ((await readNewPerson(db, userId, actorId, c.get("deps").clock())) ?? null),
  }
}

/** The settings of the owners that the actor may act for: the own one, and those of others that need approval for anything. */
const readSettings = async (c: Context<Env>, db: Database, actor: Actor): Promise<ApprovalSetting[]> => {
  const reach = reachOf(actor)
  const own = actor.tenantId ?? platformOwner
  const stored = await db.select().from(settings)
  const of = new Map(stored.map(row => [row.owner, row]))
  const families = await db
    .select({ id: tenants.id, parentId: tenants.parentId })
    .from(tenants)
    .where(
      and(
        isNull(tenants.deletedAt),
        reach === "all" ? undefined : inArray(tenants.id, [...reach]),
        or(inArray(sql`${tenants.id}::text`, [own, ...of.keys()]), inArray(sql`${tenants.parentId}::text`, [own, ...of.keys()])),
      ),
    )
  const owners = reach === "all" || own === platformOwner ? [{ id: platformOwner, parentId: null }, ...families] : families
  const shown = owners
    .map(({ id, parentId }) => ({ owner: id, parent: parentId ?? "", inherited: of.get(parentId ?? "")?.modules ?? [] }))
    .filter(({ owner, inherited }) => owner === own || of.has(owner) || inherited.length > 0)
    .sort((a, b) => Number(b.owner === own) - Number(a.owner === own))
  const named = shown.map(({ owner }) => owner)
  const waiting = await db.select().from(changes).where(inArray(changes.owner, named))
  const countsOf = await readCounts(db, [...named, ...shown.map(({ parent }) => parent)].filter(isUuid))
  return Promise.all(
    shown.map(async ({ owner, parent, inherited }) => {
      const { modules = [], waitDays = 0 } = of.get(owner) ?? {}
      const tenantId = owner === platformOwner ? null : owner
      const change = waiting.find(one => one.owner === owner)
      return {
        tenantId,
        modules,
        inherited,
        waitDays: tenantId ? null : waitDays,
        ...countsOf(owner, parent),
        change: change ? await presentChange(c, db, change) : null,
      }
    }),
  )
}

const list = route.get("/approval/settings", anyStaff, {
  summary: "What needs approval, by owner within reach",
  answer: z.array(setting),
  handler: async ({ c, deps }) => ({ value: await readSettings(c, deps.db, c.get("actor")) }),
})

const mayDecide = may("write", ["companies", "subsidiaries"], { forPeople: true })

/**
 * The owner whose setting the actor may change or decide about: an administrator without a list of permissions, for a company within
 * reach. @param outOfReach how another company is refused. @throws Refusal 403, or 404
 */
const refuseForeign = (actor: Actor, given: string, outOfReach: "denied" | "missing"): string => {
  const owner = given.toLowerCase()
  const tenantId = owner === platformOwner ? null : owner
  if (isRestricted(actor)) refuse({ kind: "denied", key: "tenant.approval.byUnrestricted" })
  if (!mayWrite(actor, tenantId) || (tenantId && !isUuid(tenantId))) return refuse({ kind: outOfReach })
  if (tenantId) refuseClosed(actor, "write", tenant.moduleOf(actor, tenantId))
  return owner
}

/** Locks an owner's setting. @returns what is stored */
const lockSetting = async (tx: Database, owner: string) => {
  if (owner !== platformOwner) await lockRow(tx, tenant, owner)
  await tx.insert(settings).values({ owner, modules: [] }).onConflictDoNothing()
  const [setting] = await tx.select().from(settings).where(eq(settings.owner, owner)).for("update")
  const [change] = await tx.select().from(changes).where(eq(changes.owner, owner)).for("update")
  if (!setting) throw new Error("The setting was not stored.")
  return { setting, change }
}

/** Adds an entry about a setting to the history of its company, or of the person for the platform's. */
const logSetting = (c: Context<Env>, tx: Database, owner: string, entry: Pick<LoggedChange, "action" | "before" | "after">) => {
  const tenantId = owner === platformOwner ? null : owner
  return addAuditEntry(c, tx, { ...entry, entity: tenantId ? "tenant" : "user", id: tenantId ?? c.get("actor").userId, tenantId })
}

const logged = (modules: readonly ApprovalNeed[], waitDays: number) => ({ approval: modules, ...(waitDays && { waitDays }) })

const writeSetting = async (
  c: Context<Env>,
  tx: Database,
  before: StoredSetting,
  after: Pick<StoredSetting, "modules" | "waitDays">,
) => {
  await tx.update(settings).set(after).where(eq(settings.owner, before.owner))
  const entry = { before: logged(before.modules, before.waitDays), after: logged(after.modules, after.waitDays) }
  await logSetting(c, tx, before.owner, { action: "update", ...entry })
}

/** The needs in their order, those of draws beside `draws` alone. */
const ordered = (given: readonly ApprovalNeed[]) =>
  approvalNeeds.filter(
    need => given.includes(need) && (given.includes("draws") || !(drawNeeds as readonly string[]).includes(need)),
  )

const isSame = (a: Pick<StoredChange, "removed" | "waitDays">, b: Pick<StoredChange, "removed" | "waitDays">) =>
  String(a.removed) === String(b.removed) && a.waitDays === b.waitDays

/**
 * Sets what needs approval: what is added counts at once; what is taken away waits for a second person, in place of what the actor
 * sent before, and is withdrawn when the actor asks for it again.
 * @returns whether anything waits. @throws Refusal 409 while something else that another person sent waits
 */
const setNeeds = async (c: Context<Env>, tx: Database, owner: string, given: z.infer<typeof settingBody>) => {
  const { setting, change } = await lockSetting(tx, owner)
  const { userId } = c.get("actor")
  const wanted = ordered(given.modules)
  const days = owner === platformOwner ? (given.waitDays ?? change?.waitDays ?? setting.waitDays) : 0
  const modules = ordered([...setting.modules, ...wanted])
  const waitDays = Math.max(days, setting.waitDays)
  if (String(modules) !== String(setting.modules) || waitDays !== setting.waitDays)
    await writeSetting(c, tx, setting, { modules, waitDays })
  const next = { removed: modules.filter(need => !wanted.includes(need)), waitDays: days < waitDays ? days : null }
  const isNone = next.removed.length === 0 && next.waitDays === null
  if (change ? isSame(change, next) : isNone) return
  if (change && change.userId !== userId) return isNone ? undefined : refuse({ kind: "conflict", key: "api.otherSetting" })
  const values = { owner, userId, ...next, createdAt: new Date(c.get("deps").clock()) }
  if (isNone) await tx.delete(changes).where(eq(changes.owner, owner))
  else await tx.insert(changes).values(values).onConflictDoUpdate({ target: changes.owner, set: values })
  const entry = isNone ? {} : narrowed({ modules, waitDays }, next)
  await logSetting(c, tx, owner, { action: isNone ? "withdraw" : "propose", ...entry })
}

type Needs = Pick<StoredSetting, "modules" | "waitDays">

const without = ({ modules, waitDays }: Needs, change: Pick<StoredChange, "removed" | "waitDays">): Needs => ({
  modules: ordered(modules.filter(need => !change.removed.includes(need))),
  waitDays: change.waitDays ?? waitDays,
})

/** What the history has about a setting that is narrowed. */
const narrowed = (setting: Needs, change: Pick<StoredChange, "removed" | "waitDays">) => {
  const after = without(setting, change)
  return { before: logged(setting.modules, setting.waitDays), after: logged(after.modules, after.waitDays) }
}

/** @throws Refusal 403 for an owner out of reach, to restricted administrators, and without the right to change that company */
const put = route.put("/approval/settings", mayDecide, {
  summary: "Set what needs approval for one owner",
  body: json(settingBody),
  example: { tenantId: exampleId, modules: ["campaigns"] },
  answer: z.array(setting),
  handler: async ({ c, deps, body }) => {
    const given = await body()
    const actor = c.get("actor")
    const owner = refuseForeign(actor, given.tenantId, "denied")
    const { db } = deps
    await db.transaction(tx => setNeeds(c, tx, owner, given))
    const value = await readSettings(c, db, actor)
    const own = value.find(({ tenantId }) => (tenantId ?? platformOwner) === owner)
    return { value, isProposed: own?.change != null }
  },
})

type Decision = (tx: Database, setting: StoredSetting, change: StoredChange) => Promise<unknown>

/** Runs a decision about what waits, which the caller has seen. @throws Refusal 403, 404, 409 */
const decide = async (c: Context<Env>, given: string, decision: Decision) => {
  const actor = c.get("actor")
  const owner = refuseForeign(actor, given, "missing")
  const { db } = c.get("deps")
  await db.transaction(async tx => {
    const { setting, change } = await lockSetting(tx, owner)
    if (!change) return refuse({ kind: "missing" })
    await refuseOtherVersion(c, contentVersion(change), () => presentChange(c, tx, change))
    await tx.delete(changes).where(eq(changes.owner, owner))
    await decision(tx, setting, change)
  })
  return { value: await readSettings(c, db, actor) }
}

/** A second person makes the change. @throws Refusal 403 to the person who sent it */
const approve = route.post("/approval/settings/:owner/approve", mayDecide, {
  summary: "Make the change of a setting that waits",
  answer: z.array(setting),
  handler: ({ c, params }) =>
    decide(c, params.owner, async (tx, setting, change) => {
      const { userId } = c.get("actor")
      if (change.userId === userId) refuse({ kind: "denied", key: "api.ownProposal" })
      const newPerson = await checkNewPerson(tx, change.userId, userId, c.get("deps").clock())
      await logSetting(c, tx, setting.owner, { action: "approve", ...(await loggedNewPerson(tx, change.userId, newPerson)) })
      await writeSetting(c, tx, setting, without(setting, change))
    }),
})

/** The person who sent it withdraws it; anybody else returns it. */
const withdraw = route.delete("/approval/settings/:owner/change", mayDecide, {
  summary: "Withdraw or return the change of a setting that waits",
  answer: z.array(setting),
  handler: ({ c, params }) =>
    decide(c, params.owner, (tx, { owner }, { userId }) =>
      logSetting(c, tx, owner, { action: userId === c.get("actor").userId ? "withdraw" : "return" }),
    ),
})

export const approvalSettings = [list, put, approve, withdraw]
