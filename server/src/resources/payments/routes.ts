import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Database } from "../../db/open"
import { payments as table } from "../../db/schema"
import type { Actor, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { readUpdate } from "../../http/request"
import { records } from "../../records/records"
import { uploadImage } from "../media/routes"
import { paymentBody, paymentChange, paymentColumns } from "./input"
import { listPayments } from "./list"
import { presentPayment, selectPayments, visiblePayments } from "./output"
import { usageColumns } from "./usage"

/** Calls on payment providers (docs/contract.md#payment-provider-calls). */
export const payments = new Hono<Env>()

const find = async (db: Database, actor: Actor, id: string) => {
  const [found] = await selectPayments(db).where(and(eq(table.id, id), visiblePayments(actor)))
  return found && { row: found.payment, value: presentPayment(found, actor) }
}
const paymentRecords = records({ entity: "payment", find })
/** Providers of the platform, of which a company changes only whether it uses them. */
const sharedRecords = records({ entity: "payment", find, mayChange: (_, row) => row.tenantId === null })

payments.get("/payment/list", bearer, may("read", "payments"), listPayments)

payments.get("/payment/:id", bearer, may("read", "payments"), paymentRecords.get)

payments.post("/payment/create", bearer, may("write", "payments"), paymentRecords.createFrom(paymentBody, paymentColumns))

payments.put("/payment/update", bearer, may("write", "payments"), async c => {
  const { id, change } = await readUpdate(c, paymentChange, "id")
  const { db } = c.get("deps")
  const actor = c.get("actor")
  const { row } = await paymentRecords.read(c, db, id)
  if (actor.role === "Administrator" || row.tenantId !== null)
    return paymentRecords.update(c, id, (row, tx) => paymentColumns(tx, actor, change, row))
  // Without an undo token: undo would restore the columns that other companies have changed since.
  const { etag } = await sharedRecords.change(c, id, row => usageColumns(actor, change, row))
  return ok(c, (await paymentRecords.read(c, db, id)).value, { etag })
})

payments.delete("/payment/:id", bearer, may("write", "payments"), c => paymentRecords.remove(c))

payments.post("/payment/media", bearer, may("write", "payments"), uploadImage)
