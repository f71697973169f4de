import { z } from "zod"
import { type ModuleFlags, moduleDefaults } from "../../../../src/contract/permissions/module-flags"
import { anyStaff, platform } from "../../auth/policy"
import type { TenantRow } from "../../db/schema"
import { requireId } from "../../http/request"
import { tenant } from "../../kinds/tenant"
import { read } from "../../records/find"
import { change } from "../../records/write"
import { json, route } from "../../routes/route"
import { readCompany } from "./access"

/** The modules that a company has: the defaults, with the stored switches. */
const flag = z.boolean().optional()

const moduleFlags = z.object(
  Object.fromEntries(Object.keys(moduleDefaults).map(name => [name, flag])) as Record<keyof ModuleFlags, typeof flag>,
)

const modulesOf = ({ modules }: TenantRow): ModuleFlags => ({ ...moduleDefaults, ...modules })

const modules = z
  .object(
    Object.fromEntries(Object.keys(moduleDefaults).map(name => [name, z.boolean()])) as Record<keyof ModuleFlags, z.ZodBoolean>,
  )
  .meta({ id: "Modules" })

export const getModules = route.get("/tenant/:id/modules", anyStaff, {
  summary: "Modules of one company",
  answer: modules,
  handler: async ({ c, deps, params }) => {
    const { row } = await readCompany(c, requireId(params.id))
    return { value: modulesOf(row), etag: await tenant.versionOf(deps.db, row) }
  },
})

export const updateModules = route.put("/tenant/:id/modules", platform, {
  summary: "Switch modules on and off",
  body: json(moduleFlags),
  example: { reports: true },
  answer: modules,
  handler: async ({ c, params, body }) => {
    const id = requireId(params.id)
    const given = await body()
    const changed = await change(c, tenant, id, row => ({ modules: { ...modulesOf(row), ...given } }))
    const { row } = await read(c, tenant, id)
    return { value: modulesOf(row), ...changed }
  },
})
