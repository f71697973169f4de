import { eq, sql } from "drizzle-orm"
import { z } from "zod"
import { modules } from "../../../../src/contract/modules"
import { permissionVerbs, readPermission } from "../../../../src/contract/permissions/permissions"
import type { Message } from "../../../../src/core/rules"
import { isRestricted, may } from "../../auth/policy"
import type { Database } from "../../db/open"
import { users as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Actor } from "../../http/context"
import { requireId } from "../../http/request"
import { user } from "../../kinds/user"
import { refuseOwnGrant } from "../../kinds/user-access"
import { read } from "../../records/find"
import { change } from "../../records/write"
import { json, route } from "../../routes/route"
import { text } from "../../routes/schemas"

/** Permissions of a company's administrator, and who may give them (docs/contract.md#permissions). */
const permissionsBody = z.array(z.string().meta({ maxLength: 100 })).max(100)

/** Every permission there is, in the order in which they are stored. */
const all = modules.flatMap(module => permissionVerbs.map(verb => `${module}.${verb}`))

/** An arbitrary number. Changes run one after the other, so that two administrators can't restrict each other. */
const permissionsLock = 7_203_314

/** The actor's restrictions may have been given while this call waited. */
const refuseRestrictedSince = async (tx: Database, actor: Actor) => {
  await tx.execute(sql`select pg_advisory_xact_lock(${permissionsLock})`)
  const [self] = await tx.select({ permissions: table.permissions }).from(table).where(eq(table.id, actor.userId))
  if (isRestricted({ ...actor, permissions: self?.permissions ?? [] }))
    refuse({ kind: "denied", key: "permissions.byUnrestricted" })
}

const unknownError = (text: string): Message | undefined => (readPermission(text) ? undefined : "permissions.unknown")

const permissions = z.array(text).meta({ description: "Each `<module>.<verb>`; an empty list permits everything." })

export const getPermissions = route.get("/user/:id/permissions", may("read", ["employees", "users"], { forPeople: true }), {
  summary: "Permissions of a company's administrator",
  answer: permissions,
  handler: async ({ c, params }) => {
    const { row } = await read(c, user, requireId(params.id))
    return { value: row.permissions, etag: row.version }
  },
})

/** @throws Refusal 400 naming the texts that are none by their position, 409 for other roles */
export const updatePermissions = route.put("/user/:id/permissions", may("write", "employees", { forPeople: true }), {
  summary: "Replace the permissions of a company's administrator",
  body: json(permissionsBody),
  example: ["campaigns.read", "campaigns.write"],
  answer: permissions,
  handler: async ({ c, params, body }) => {
    const id = requireId(params.id)
    const actor = c.get("actor")
    const given = await body(list => Object.fromEntries(list.map((text, at) => [`permissions.${at}`, unknownError(text)])))
    const changed = await change(
      c,
      user,
      id,
      async (row, tx) => {
        refuseOwnGrant(actor, row)
        if (row.role !== "TenantAdmin") refuse({ kind: "conflict", key: "permissions.otherRole" })
        await refuseRestrictedSince(tx, actor)
        return { permissions: all.filter(permission => given.includes(permission)) }
      },
      ({ row }) => row.permissions,
    )
    const { row } = await read(c, user, id)
    return { value: row.permissions, ...changed }
  },
})
