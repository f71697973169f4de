import { type AnyColumn, and, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm"
import type { MiddlewareHandler } from "hono"
import type { Module } from "../../../src/contract/modules"
import { isModuleOn, type ModuleFlag } from "../../../src/contract/permissions/module-flags"
import { isPermitted, type PermissionVerb, readPermission } from "../../../src/contract/permissions/permissions"
import type { Role } from "../../../src/contract/session"
import { auditScope, provisionScope, usesScope } from "../../../src/contract/tokens"
import { refuse } from "../errors/problem"
import type { Actor, Env } from "../http/context"

/** Who may call, read and change what (docs/contract.md#ownership-and-reach). */

/** Requires one of the roles, which the OpenAPI document reads from the guard, and what else it names. @throws Refusal 403 */
const allowIf = (roles: readonly Role[], isAllowed: (actor: Actor) => boolean) => {
  const guard: MiddlewareHandler<Env> = async (c, next) => {
    const actor = c.get("actor")
    if (!roles.includes(actor.role) || !isAllowed(actor)) refuse({ kind: "denied" })
    await next()
  }
  return Object.assign(guard, { roles })
}
export const allow = (...roles: Role[]) => allowIf(roles, () => true)

const staffRoles: readonly Role[] = ["Administrator", "TenantAdmin"]

export const platform = allow("Administrator")

/** Staff, for calls of no module, which neither permissions nor flags close: options of all modules, and the own company. */
export const anyStaff = allow(...staffRoles)

/** Staff without a list of permissions, for calls that connect the company, or the platform, to programs. */
export const unrestricted = allowIf(staffRoles, actor => !isRestricted(actor))

/** Whether module flags and permissions apply to the actor: they never restrict administrators of the platform. */
const isBound = ({ role }: Actor) => role === "TenantAdmin"

/** Whether a module is in the scopes of an access token. People have no scopes. */
const isInScope = ({ token, permissions }: Actor, module: Module) =>
  !token || permissions.some(scope => readPermission(scope)?.[0] === module)

/** Whether one of the modules is switched on for the actor's company, and in the scopes of an access token. */
export const hasModule = (actor: Actor, ...modules: readonly Module[]): boolean =>
  !isBound(actor) || modules.some(module => isModuleOn(module, actor.flags) && isInScope(actor, module))

/** Whether the actor's permissions, or scopes, allow the verb in the module. The platform's access tokens without scopes read alone. */
export const mayUse = (actor: Actor, verb: PermissionVerb, module: Module): boolean =>
  isBound(actor)
    ? isInScope(actor, module) && isPermitted(verb, module, actor)
    : !actor.token || (verb === "read" && !actor.permissions.length)

/** Whether the actor has a list of permissions: an actor with an empty list may do everything (docs/contract.md#permissions). */
export const isRestricted = (actor: Actor): boolean => isBound(actor) && actor.permissions.length > 0

/**
 * Requires that one of the modules is switched on and that the actor's permissions allow the verb in it. @throws Refusal 403;
 * when all of the modules are off, with the text of the console's page for such modules
 */
export const refuseClosed = (actor: Actor, verb: PermissionVerb, ...modules: readonly Module[]) => {
  if (modules.some(module => hasModule(actor, module) && mayUse(actor, verb, module))) return
  if (actor.token) refuse({ kind: "denied", key: "api.tokenScope" })
  refuse({ kind: hasModule(actor, ...modules) ? "denied" : "moduleOff" })
}

type PolicyOptions = {
  roles?: readonly Role[]
  /** Modules whose forms and views call this too: while one of them is on, flags and permissions of `modules` do not count. */
  alsoFor?: readonly Module[]
  /** Whether the call is closed to access tokens, whatever their scopes. */
  forPeople?: true
}

/**
 * The policy of a module's call: role, module flag and permission (docs/contract.md#permissions). Of several modules, one
 * has to allow it. @throws Refusal 403
 */
export const may = (verb: PermissionVerb, modules: Module | readonly Module[], options: PolicyOptions = {}) => {
  const { roles = staffRoles, alsoFor = [] } = options
  const named = [modules].flat()
  const guard: MiddlewareHandler<Env> = async (c, next) => {
    const actor = c.get("actor")
    if (!roles.includes(actor.role)) refuse({ kind: "denied" })
    if (actor.token || !alsoFor.length || !hasModule(actor, ...alsoFor)) refuseClosed(actor, verb, ...named)
    await next()
  }
  return Object.assign(guard, { roles, verb, modules: named, takesTokens: !options.forPeople })
}

/**
 * The policy of calls at a till: people who may change campaigns, and programs with the scope for it, which need no other one.
 * @throws Refusal 403
 */
export const recordsUses = Object.assign(
  (async (c, next) => {
    const actor = c.get("actor")
    if (!staffRoles.includes(actor.role)) refuse({ kind: "denied" })
    if (isBound(actor) && !isModuleOn("campaigns", actor.flags)) refuse({ kind: "moduleOff" })
    if (!actor.token || !actor.permissions.includes(usesScope)) refuseClosed(actor, "write", "campaigns")
    await next()
  }) satisfies MiddlewareHandler<Env>,
  { roles: staffRoles, verb: "use", modules: ["campaigns"], takesTokens: true },
)

/** The policy of the audit log: staff, and programs with the scope for it, which need no other one. @throws Refusal 403 */
export const readsAudit = Object.assign(
  (async (c, next) => {
    const { role, token, permissions } = c.get("actor")
    if (!staffRoles.includes(role)) refuse({ kind: "denied" })
    if (token && !permissions.includes(auditScope)) refuse({ kind: "denied", key: "api.tokenScope" })
    await next()
  }) satisfies MiddlewareHandler<Env>,
  { roles: staffRoles, verb: "read", modules: ["audit"], takesTokens: true },
)

/** The policy of a company's directory: programs with the scope for it, and people who may read, or change, employees. @throws Refusal 403 */
export const provisions = Object.assign(
  (async (c, next) => {
    const actor = c.get("actor")
    const isCovered = !actor.token || actor.permissions.includes(provisionScope)
    if (!isCovered) refuse({ kind: "denied", key: "api.tokenScope" })
    if (!isBound(actor)) refuse({ kind: "denied" })
    if (!isModuleOn("employees", actor.flags)) refuse({ kind: "moduleOff" })
    if (!actor.token) refuseClosed(actor, c.req.method === "GET" ? "read" : "write", "employees")
    await next()
  }) satisfies MiddlewareHandler<Env>,
  { roles: ["TenantAdmin"], verb: "provision", modules: ["employees"], takesTokens: true },
)

/** The policy of a call with a flag but without a module, such as those of the dashboard. @throws Refusal 403 */
export const withFlag = (flag: ModuleFlag) => {
  const guard: MiddlewareHandler<Env> = async (c, next) => {
    const actor = c.get("actor")
    if (!staffRoles.includes(actor.role)) refuse({ kind: "denied" })
    if (isBound(actor) && !actor.flags[flag]) refuse({ kind: "moduleOff" })
    await next()
  }
  return Object.assign(guard, { roles: staffRoles, flag })
}

const all = sql`true`

type Offered = { tenantId: AnyColumn; tenantIds: AnyColumn; intent?: AnyColumn; isDraft?: AnyColumn }

/**
 * Rows of a table with `tenantIds` that the actor may read: for the platform all; for a company its own and its
 * subsidiaries' rows, and those that are offered to one of them or, by the platform, to everybody. A draft is offered to nobody.
 * @param owner the company whose rows alone are asked for by another condition: one in reach needs no further condition, with which
 * the database would expect few rows and read many
 */
export const readable = (actor: Actor, { tenantId, tenantIds, intent, isDraft }: Offered, owner = ""): SQL => {
  if (actor.role === "Administrator" || actor.reach.includes(owner)) return all
  const reach = sql`array[${sql.join(
    actor.reach.map(id => sql`${id}`),
    sql`, `,
  )}]::uuid[]`
  const isForEverybody = and(isNull(tenantId), sql`cardinality(${tenantIds}) = 0`)
  const isOffered = or(isForEverybody, sql`${tenantIds} && ${reach}`)
  const isPublished = (intent && ne(intent, "draft")) ?? (isDraft && not(isDraft))
  return or(inArray(tenantId, actor.reach), and(isPublished, isOffered)) ?? sql`false`
}

/** The companies that the actor may act for. */
export type Reach = "all" | readonly string[]

export const reachOf = (actor: Actor): Reach => (actor.role === "Administrator" ? "all" : actor.reach)

/** Rows of a table without `tenantIds` that belong to these companies; rows without a company belong to the platform. */
export const owned = (tenantId: AnyColumn, reach: Reach): SQL => (reach === "all" ? all : inArray(tenantId, [...reach]))

/** Whether the actor may change a record of this owner, provided that the actor may read it. */
export const mayWrite = (actor: Actor, tenantId: string | null): boolean =>
  actor.role === "Administrator" || (tenantId !== null && actor.reach.includes(tenantId))

/** The companies that a record is offered to: for an actor who may not change it, only those within reach. */
export const offeredTo = (actor: Actor, { tenantId, tenantIds }: { tenantId: string | null; tenantIds: string[] }): string[] =>
  mayWrite(actor, tenantId) ? tenantIds : tenantIds.filter(id => actor.reach.includes(id))

/** The owner of settings of the platform, where those of a company have its id. */
export const platformOwner = "platform"

/** The owner of what the actor creates; null for the platform. */
export const ownerOf = (actor: Actor): string | null => (actor.role === "Administrator" ? null : actor.tenantId)
