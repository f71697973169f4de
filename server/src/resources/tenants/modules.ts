import type { Context } from "hono"
import { z } from "zod"
import { type ModuleFlags, moduleDefaults } from "../../../../src/contract/permissions/module-flags"
import type { TenantRow } from "../../db/schema"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import { tenant } from "../../kinds/tenant"
import { read } from "../../records/find"
import { change } from "../../records/write"
import { readCompany } from "./access"

/** The modules that a company has: the defaults, with the stored switches. */
const flag = z.boolean().optional()

export const moduleFlags = z.object(
  Object.fromEntries(Object.keys(moduleDefaults).map(name => [name, flag])) as Record<keyof ModuleFlags, typeof flag>,
)

const modulesOf = ({ modules }: TenantRow): ModuleFlags => ({ ...moduleDefaults, ...modules })

export const getModules = async (c: Context<Env>) => {
  const { row } = await readCompany(c, idParam(c))
  return ok(c, modulesOf(row), { etag: await tenant.versionOf(c.get("deps").db, row) })
}

export const updateModules = async (c: Context<Env>) => {
  const id = idParam(c)
  const given = await readValid(c, moduleFlags)
  const changed = await change(c, tenant, id, row => ({ modules: { ...modulesOf(row), ...given } }))
  const { row } = await read(c, tenant, id)
  return ok(c, modulesOf(row), changed)
}
