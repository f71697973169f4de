import type { Context } from "hono"
import { z } from "zod"
import { maxQuota, type QuotaKind, quotaKinds } from "../../../../src/contract/quotas"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam, readValid } from "../../http/request"
import { tenant } from "../../kinds/tenant"
import { readUsage } from "../../records/quotas"
import { change } from "../../records/write"
import { readCompany } from "./access"

/** What a company has stored, and how much it may (docs/contract.md#quotas). */
const quota = z.int().min(0).max(maxQuota).nullable().optional()

/** `null` returns to the usual quota; a kind that is not named stays as it is. */
export const quotaBody = z.object(Object.fromEntries(quotaKinds.map(kind => [kind, quota])) as Record<QuotaKind, typeof quota>)

export const getUsage = async (c: Context<Env>) => {
  const { row } = await readCompany(c, idParam(c))
  return ok(c, await readUsage(c.get("deps").db, row.id))
}

export const updateQuotas = async (c: Context<Env>) => {
  const id = idParam(c)
  const given = await readValid(c, quotaBody)
  const changed = await change(c, tenant, id, ({ quotas }) => {
    const all = Object.entries({ ...quotas, ...given })
    return { quotas: Object.fromEntries(all.filter(([, limit]) => limit !== null && limit !== undefined)) }
  })
  return ok(c, await readUsage(c.get("deps").db, id), changed)
}
