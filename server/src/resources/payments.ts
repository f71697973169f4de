import { and, isNull, not, or, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import * as payment from "../../../src/contract/payments"
import type { Wire } from "../../../src/contract/wire"
import { readable } from "../auth/policy"
import { payments as table } from "../db/schema"
import { refuse, refuseField } from "../errors/problem"
import { isSameClean } from "../http/body"
import type { Actor } from "../http/context"
import { ok } from "../http/envelope"
import { codeFilter, memberFilter, ownerFilter } from "../http/list"
import { readUpdate } from "../http/request"
import { id } from "../kinds/answer-shape"
import type { RowOf } from "../kinds/entities"
import { number, owner } from "../records/call"
import { ownedKind } from "../records/owned-kind"
import { findIn, records } from "../records/records"
import { changeOf, crud, listOf } from "./crud"

/** Payment providers: calls, body, columns and answer (docs/contract.md#payment-provider-calls). */
const kind = ownedKind("payment", payment, {})
const { stored } = kind

type Row = RowOf<"payment">
type Given = Partial<z.infer<typeof kind.body>>

/**
 * A company's change of a provider of the platform: it may only add itself to the companies that use it, or remove itself
 * (docs/contract.md#platform-providers). Other companies, which it neither sees nor sends, stay.
 * @returns the new companies. @throws Refusal 403 when anything else would change, 400 naming `tenantIds` for another company
 */
const usageColumns = ({ tenantId }: Actor, { tenantIds, status, ...given }: Given, row: Row) => {
  const before = stored.draft(row)
  const change = { ...given, status: status ?? before.status }
  const isUnchanged = Object.entries(change).every(([name, value]) =>
    isSameClean(value, before[name as keyof payment.ProviderDraft]),
  )
  if (!tenantId || !isUnchanged) return refuse({ kind: "denied" })
  if (!tenantIds) return { tenantIds: row.tenantIds }
  if (tenantIds.some(id => id !== tenantId && !row.tenantIds.includes(id)))
    return refuseField("tenantIds", "rule.companyOutOfReach")
  const others = row.tenantIds.filter(id => id !== tenantId)
  return { tenantIds: tenantIds.includes(tenantId) ? [...others, tenantId] : others }
}

/** Providers of the platform are visible to every company, which adds those that it uses (docs/contract.md#platform-providers). */
const visible = (actor: Actor) => and(isNull(table.deletedAt), or(isNull(table.tenantId), readable(actor, table)))

/** Providers that the actor's company uses, or those that it does not use (docs/contract.md#payment-provider-calls). */
const usedFilter = ({ tenantId }: Actor, given: string | undefined): SQL | undefined => {
  if (!tenantId || (given !== "true" && given !== "false")) return undefined
  const isUsed = sql`(${table.tenantId} is not distinct from ${tenantId}::uuid or ${tenantId}::uuid = any(${table.tenantIds}))`
  return given === "true" ? isUsed : not(isUsed)
}

const find = findIn("payment", kind.select, visible, kind.present)
const paymentRecords = records({ entity: "payment", find })
/** Providers of the platform, of which a company changes only whether it uses them. */
const sharedRecords = records({ entity: "payment", find, mayChange: (_, row) => row.tenantId === null })

export const payments = crud({
  ...kind,
  value: kind.value satisfies z.ZodType<Wire<payment.Provider>>,
  records: paymentRecords,
  list: listOf(kind, {
    sorts: () => ({ name: table.sortName, createdDate: table.createdAt, status: table.status }),
    filters: ({ actor }, query) =>
      and(
        visible(actor),
        codeFilter(table.status, query.status),
        memberFilter(table.categoryIds, query.categoryId),
        ownerFilter(table.tenantId, query.tenantId),
        usedFilter(actor, query.used),
      ),
    query: { ...owner, status: number, categoryId: id, used: z.enum(["true", "false"]) },
  }),
  update: async c => {
    const { id, change } = await readUpdate(c, changeOf(kind.body), "id")
    const { db } = c.get("deps")
    const actor = c.get("actor")
    const { row } = await paymentRecords.read(c, db, id)
    if (actor.role === "Administrator" || row.tenantId !== null)
      return paymentRecords.update(c, id, (row, tx) => kind.columns(tx, actor, change, row))
    // Without an undo token: undo would restore the columns that other companies have changed since.
    const { etag } = await sharedRecords.change(c, id, row => usageColumns(actor, change, row))
    return ok(c, (await paymentRecords.read(c, db, id)).value, { etag })
  },
  removePath: "/payment/:id",
  example: { name: "Köprü Ödeme", website: "https://kopru.example", status: 1 },
})
