import type { ProviderDraft } from "../../../src/contract/payments"
import type { Parsed } from "../../../src/contract/wire"
import { refuse, refuseField } from "../errors/problem"
import { isSameClean } from "../http/body"
import type { Actor } from "../http/context"
import { ok } from "../http/envelope"
import { readUpdate } from "../http/request"
import type { RowOf } from "../kinds/entities"
import { payment } from "../kinds/payment"
import { recordsOf } from "../records/records"
import { callsOf, changeOf } from "./crud"

/** Calls on payment providers (docs/contract.md#payment-provider-calls). */
type Row = RowOf<"payment">
type Given = Partial<Parsed<ProviderDraft>>

/**
 * A company's change of a provider of the platform: it may only add itself to the companies that use it, or remove itself
 * (docs/contract.md#platform-providers). Other companies, which it neither sees nor sends, stay.
 * @returns the new companies. @throws Refusal 403 when anything else would change, 400 naming `tenantIds` for another company
 */
const usageColumns = ({ tenantId }: Actor, { tenantIds, status, ...given }: Given, row: Row) => {
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

const paymentRecords = recordsOf(payment)
/** Providers of the platform, of which a company changes only whether it uses them. */
const sharedRecords = recordsOf(payment, { mayChange: (_, row) => row.tenantId === null })

export const payments = callsOf(payment, {
  records: paymentRecords,
  update: async c => {
    const { id, change } = await readUpdate(c, changeOf(payment.body), "id")
    const { db } = c.get("deps")
    const actor = c.get("actor")
    const { row } = await paymentRecords.read(c, db, id)
    if (actor.role === "Administrator" || row.tenantId !== null)
      return paymentRecords.update(c, id, (row, tx) => payment.columns(tx, actor, change, row))
    // Without an undo token: undo would restore the columns that other companies have changed since.
    const { etag } = await sharedRecords.change(c, id, row => usageColumns(actor, change, row))
    return ok(c, (await paymentRecords.read(c, db, id)).value, { etag })
  },
  removePath: "/payment/:id",
})
