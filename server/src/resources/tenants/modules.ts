import type { Context } from "hono"
import { z } from "zod"
import { type ModuleFlags, moduleDefaults } from "../../../../src/contract/permissions/module-flags"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import type { RowOf } from "../../kinds/entities"
import { readCompany } from "./access"
import { companyRecords } from "./records"
import { companyVersion } from "./version"

/** The modules that a company has: the defaults, with the stored switches. */
const flag = z.boolean().optional()

export const moduleFlags = z.object(
  Object.fromEntries(Object.keys(moduleDefaults).map(name => [name, flag])) as Record<keyof ModuleFlags, typeof flag>,
)

const modulesOf = ({ modules }: RowOf<"tenant">): ModuleFlags => ({ ...moduleDefaults, ...modules })

export const getModules = async (c: Context<Env>) => {
  const { row } = await readCompany(c, idParam(c))
  return ok(c, modulesOf(row), { etag: await companyVersion(c.get("deps").db, row) })
}

export const updateModules = async (c: Context<Env>) => {
  const id = idParam(c)
  const given = await readValid(c, moduleFlags)
  const changed = await companyRecords.change(c, id, row => ({ modules: { ...modulesOf(row), ...given } }))
  const { row } = await companyRecords.read(c, c.get("deps").db, id)
  return ok(c, modulesOf(row), changed)
}
