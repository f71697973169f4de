import type { Context } from "hono"
import type { z } from "zod"
import { anyStaff, refuseClosed } from "../../auth/policy"
import type { Env } from "../../http/context"
import { requireId } from "../../http/request"
import { tenant } from "../../kinds/tenant"
import { read } from "../../records/find"
import { route } from "../../routes/route"

/** A company within reach. @throws Refusal 404, and 403 for a subsidiary when subsidiaries are off */
export const readCompany = async (c: Context<Env>, id: string) => {
  const actor = c.get("actor")
  const found = await read(c, tenant, id)
  refuseClosed(actor, "read", tenant.moduleOf(actor, id))
  return found
}

export const getCompany = route.get("/tenant/:id", anyStaff, {
  summary: "One company with its subsidiaries",
  answer: tenant.value as z.ZodType<object>,
  handler: async ({ c, deps, params }) => {
    const { row, value } = await readCompany(c, requireId(params.id))
    return { value, etag: await tenant.versionOf(deps.db, row) }
  },
})
