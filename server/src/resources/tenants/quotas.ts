import { z } from "zod"
import { maxQuota, type QuotaKind, type QuotaUse, quotaKinds } from "../../../../src/contract/quotas"
import { anyStaff, platform } from "../../auth/policy"
import { requireId } from "../../http/request"
import { tenant } from "../../kinds/tenant"
import { readUsage } from "../../records/quotas"
import { change } from "../../records/write"
import { json, route } from "../../routes/route"
import { named } from "../../routes/schemas"
import { readCompany } from "./access"

/** What a company has stored, and how much it may (docs/contract.md#quotas). */
const quota = z.int().min(0).max(maxQuota).nullable().optional()

/** `null` returns to the usual quota; a kind that is not named stays as it is. */
const quotaBody = z.object(Object.fromEntries(quotaKinds.map(kind => [kind, quota])) as Record<QuotaKind, typeof quota>)

const usage = z.array(
  named("QuotaUse", {
    kind: z.enum(quotaKinds as [QuotaKind, ...QuotaKind[]]),
    used: z.number(),
    limit: z.number(),
    isOwn: z.boolean(),
  } satisfies Record<keyof QuotaUse, z.ZodType>),
)

export const getUsage = route.get("/tenant/:id/usage", anyStaff, {
  summary: "What one company has stored, and its quotas",
  answer: usage,
  handler: async ({ c, deps, params }) => {
    const { row } = await readCompany(c, requireId(params.id))
    return { value: await readUsage(deps.db, row.id) }
  },
})

export const updateQuotas = route.put("/tenant/:id/quotas", platform, {
  summary: "Set quotas of one company",
  body: json(quotaBody),
  example: { campaign: 200_000, pictures: null },
  answer: usage,
  handler: async ({ c, deps, params, body }) => {
    const id = requireId(params.id)
    const given = await body()
    const changed = await change(c, tenant, id, ({ quotas }) => {
      const all = Object.entries({ ...quotas, ...given })
      return { quotas: Object.fromEntries(all.filter(([, limit]) => limit !== null && limit !== undefined)) }
    })
    return { value: await readUsage(deps.db, id), ...changed }
  },
})
