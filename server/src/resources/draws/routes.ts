import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { draws as table } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import type { Env } from "../../http/context"
import { readValid } from "../../http/request"
import { records } from "../../records/records"
import { companyFor } from "../../records/references"
import { uploadImage } from "../media/routes"
import { drawBody, drawChange, drawColumns } from "./input"
import { listDraws } from "./list"
import { presentDraw, selectDraws, visibleDraws } from "./output"

/** Calls on draws (docs/contract.md#draw-calls). */
export const draws = new Hono<Env>()

const drawRecords = records({
  entity: "draw",
  find: async (db, actor, id, now) => {
    const [found] = await selectDraws(db).where(and(eq(table.id, id), visibleDraws(actor)))
    return found && { row: found.draw, value: await presentDraw(db, found, now) }
  },
})

draws.get("/draw/list", bearer, may("read", "draws"), listDraws)

draws.get("/draw/:id", bearer, may("read", "draws"), drawRecords.get)

draws.post("/draw/create", bearer, may("write", "draws"), async c => {
  const actor = c.get("actor")
  const given = await readValid(c, drawBody)
  return drawRecords.create(c, given, async tx => {
    const tenantId = await companyFor(tx, actor, given.tenantId || null)
    if (tenantId === null) return refuseField("tenantId", "draw.companyRequired")
    return drawColumns(tx, actor, { ...given, tenantId })
  })
})

draws.put("/draw/update", bearer, may("write", "draws"), drawRecords.updateFrom(drawChange, "id", drawColumns))

/** Only drafts are deleted; a published draw is cancelled (docs/contract.md#draw-status). */
draws.delete("/draw/delete/:id", bearer, may("write", "draws"), c =>
  drawRecords.remove(c, (_, { intent }) => {
    if (intent !== "draft") refuse({ kind: "conflict", key: "draw.draftsOnly" })
  }),
)

draws.post("/draw/media", bearer, may("write", "draws"), uploadImage)
