import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import type { Database } from "../../db/open"
import { draws as table } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import { idOrEmpty } from "../../http/body"
import type { Env } from "../../http/context"
import { okWritten } from "../../http/envelope"
import { idParam, isUuid, readUpdate, readValid } from "../../http/request"
import { draw } from "../../kinds/draw"
import { companyFor } from "../../kinds/references"
import { readVersioned } from "../../records/find"
import { create, remove, update } from "../../records/write"
import { changeOf, listOfKind } from "../crud"
import { uploadImage } from "../media/routes"
import { readAudit, readRegister } from "./audit"
import { recordEntries, removeEntry } from "./entries"
import { readDraftFunnel, readFunnel } from "./funnel"
import { lock } from "./lock"
import { listParticipants } from "./participants"
import { rehearse } from "./rehearse"
import { run } from "./run"
import { voidResult } from "./void"
import { changeWinner } from "./winner"

/** A new draw may name the one that it copies. */
export const newDrawBody = draw.body.extend({ tenantId: idOrEmpty, copyOf: idOrEmpty.optional() })

/** The company of a draw does not change. */
export const drawChange = changeOf(draw.body.omit({ tenantId: true }))

export const drawList = listOfKind(draw)

/** The draw of the same company that a new one copies; null for any other. */
const originalOf = async (tx: Database, tenantId: string, id = ""): Promise<string | null> => {
  const isOriginal = and(eq(table.id, id), eq(table.tenantId, tenantId))
  return isUuid(id) && (await tx.$count(table, isOriginal)) ? id : null
}

/** Calls on draws (docs/contract.md#draw-calls). */
export const draws = new Hono<Env>()

draws.get("/draw/list", bearer, may("read", "draws"), drawList.handler)

draws.get("/draw/:id", bearer, may("read", "draws"), async c => okWritten(c, await readVersioned(c, draw, idParam(c))))

draws.post("/draw/create", bearer, may("write", "draws"), async c => {
  const actor = c.get("actor")
  const given = (await readValid(c, newDrawBody)) as { tenantId: string; copyOf?: string }
  const created = await create(c, draw, given, async tx => {
    const { copyOf, ...draft } = given
    const tenantId = await companyFor(tx, actor, draft.tenantId || null)
    if (tenantId === null) return refuseField("tenantId", "draw.companyRequired")
    const columns = await draw.columns(tx, actor, { ...draft, tenantId })
    return { ...columns, copyOf: await originalOf(tx, tenantId, copyOf) }
  })
  return okWritten(c, created)
})

draws.put("/draw/update", bearer, may("write", "draws"), async c => {
  const { id, change } = await readUpdate(c, drawChange, "id")
  return okWritten(c, await update(c, draw, id, (row, tx) => draw.columns(tx, c.get("actor"), change, row)))
})

/** Only drafts are deleted; a published draw is cancelled (docs/contract.md#draw-status). */
draws.delete("/draw/delete/:id", bearer, may("write", "draws"), async c => {
  const removed = await remove(c, draw, idParam(c), (_, { intent }) => {
    if (intent !== "draft") refuse({ kind: "conflict", key: "draw.draftsOnly" })
  })
  return okWritten(c, removed)
})

draws.post("/draw/media", bearer, may("write", "draws"), uploadImage)

draws.post("/draw/funnel", bearer, may("write", "draws"), readDraftFunnel)
draws.get("/draw/:id/funnel", bearer, may("read", "draws"), readFunnel)
draws.get("/draw/:id/participants", bearer, may("read", "draws"), listParticipants)

draws.post("/draw/:id/entries", bearer, may("write", "draws"), recordEntries)
draws.delete("/draw/:id/entries/:employeeId", bearer, may("write", "draws"), removeEntry)

draws.post("/draw/:id/lock", bearer, may("run", "draws"), lock)
draws.post("/draw/:id/rehearse", bearer, may("run", "draws"), rehearse)
draws.post("/draw/:id/run", bearer, may("run", "draws"), run)
draws.post("/draw/:id/void", bearer, may("run", "draws"), voidResult)
draws.put("/draw/:id/winner/:n", bearer, may("run", "draws"), changeWinner)

/** Proofs and registers are public: they name nobody. */
draws.get("/draw/:id/audit", readAudit)
draws.get("/draw/register/:id", readRegister)
