import type { Context } from "hono"
import { refuseClosed } from "../../auth/policy"
import type { Env } from "../../http/context"
import { okWritten } from "../../http/envelope"
import { idParam } from "../../http/request"
import { tenant } from "../../kinds/tenant"
import { read } from "../../records/find"

/** A company within reach. @throws Refusal 404, and 403 for a subsidiary when subsidiaries are off */
export const readCompany = async (c: Context<Env>, id: string) => {
  const actor = c.get("actor")
  const found = await read(c, tenant, id)
  refuseClosed(actor, "read", tenant.moduleOf(actor, id))
  return found
}

/** Answers with one company and its version as ETag. */
export const getCompany = async (c: Context<Env>) => {
  const { row, value } = await readCompany(c, idParam(c))
  return okWritten(c, { value, etag: await tenant.versionOf(c.get("deps").db, row) })
}
