import type { ProviderDraft } from "../../../src/contract/payments"
import type { Parsed } from "../../../src/contract/wire"
import type { PaymentRow } from "../db/schema"
import { refuse, refuseField } from "../errors/problem"
import { isSameClean } from "../http/body"
import type { Actor } from "../http/context"
import type { Kind } from "../kinds/kind"
import { payment } from "../kinds/payment"
import { read } from "../records/find"
import { change as changeRecord, update as updateRecord } from "../records/write"
import { route } from "../routes/route"
import { mediaRoute, recordRoutes } from "./record-routes"

/** Calls on payment providers (docs/contract.md#payment-provider-calls). */
type Given = Partial<Parsed<ProviderDraft>>

/**
 * A company's change of a provider of the platform: it may only add itself to the companies that use it, or remove itself
 * (docs/contract.md#platform-providers). Other companies, which it neither sees nor sends, stay.
 * @returns the new companies. @throws Refusal 403 when anything else would change, 400 naming `tenantIds` for another company
 */
const usageColumns = ({ tenantId }: Actor, { tenantIds, status, ...given }: Given, row: PaymentRow) => {
  const before = payment.draftOf(row)
  const change = { ...given, status: status ?? before.status }
  const isUnchanged = Object.entries(change).every(([name, value]) => isSameClean(value, before[name as keyof ProviderDraft]))
  if (!tenantId || !isUnchanged) return refuse({ kind: "denied" })
  if (!tenantIds) return { tenantIds: row.tenantIds }
  if (tenantIds.some(id => id !== tenantId && !row.tenantIds.includes(id)))
    return refuseField("tenantIds", "rule.companyOutOfReach")
  const others = row.tenantIds.filter(id => id !== tenantId)
  return { tenantIds: tenantIds.includes(tenantId) ? [...others, tenantId] : others }
}

/** Providers of the platform, of which a company changes only whether it uses them. */
const shared: Kind<PaymentRow> = { ...payment, mayChange: (_, { tenantId }) => tenantId === null }

const calls = recordRoutes(payment, { removePath: "/payment/:id" })

const update = route.like({
  ...calls.update,
  handler: async ({ c, body }) => {
    const { id, change } = await body()
    const actor = c.get("actor")
    const { row } = await read(c, payment, id)
    if (actor.role === "Administrator" || row.tenantId !== null)
      return updateRecord(c, payment, id, (row, tx) => payment.columns(tx, actor, change, row))
    // Without an undo token: undo would restore the columns that other companies have changed since.
    const { etag } = await changeRecord(c, shared, id, row => usageColumns(actor, change, row))
    return { value: (await read(c, payment, id)).value, etag }
  },
})

export const payments = [...Object.values({ ...calls, update }), mediaRoute(payment)]
