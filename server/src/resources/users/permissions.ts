import { eq, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { modules } from "../../../../src/contract/modules"
import { permissionVerbs, readPermission } from "../../../../src/contract/permissions/permissions"
import type { Message } from "../../../../src/core/rules"
import { isRestricted } from "../../auth/policy"
import type { Database } from "../../db/open"
import { users as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import { user } from "../../kinds/user"
import { refuseOwnGrant } from "../../kinds/user-access"
import { read } from "../../records/find"
import { change } from "../../records/write"

/** Permissions of a company's administrator, and who may give them (docs/contract.md#permissions). */
export const permissionsBody = z.array(z.string().meta({ maxLength: 100 })).max(100)

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

export const getPermissions = async (c: Context<Env>) => {
  const { row } = await read(c, user, idParam(c))
  return ok(c, row.permissions, { etag: row.version })
}

/** Replaces a person's permissions. @throws Refusal 400 naming the texts that are none by their position, 409 for other roles */
export const updatePermissions = async (c: Context<Env>) => {
  const id = idParam(c)
  const actor = c.get("actor")
  const given = await readValid(c, permissionsBody, list =>
    Object.fromEntries(list.map((text, at) => [`permissions.${at}`, unknownError(text)])),
  )
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
  return ok(c, row.permissions, changed)
}
