import { Hono } from "hono"
import { bearer } from "../../auth/bearer"
import { may } from "../../auth/policy"
import { refuse, refuseField } from "../../errors/problem"
import type { Env } from "../../http/context"
import { okWritten } from "../../http/envelope"
import { readValid } from "../../http/request"
import { companyFor } from "../../kinds/references"
import { uploadImage } from "../media/routes"
import { readAudit } from "./audit"
import { recordEntries, removeEntry } from "./entries"
import { readDraftFunnel, readFunnel } from "./funnel"
import { drawChange, drawColumns, newDrawBody, originalOf } from "./input"
import { drawList } from "./list"
import { lock } from "./lock"
import { listParticipants } from "./participants"
import { drawRecords } from "./records"
import { readRegister } from "./register"
import { rehearse } from "./rehearse"
import { run } from "./run"
import { voidResult } from "./void"
import { changeWinner } from "./winner"

/** Calls on draws (docs/contract.md#draw-calls). */
export const draws = new Hono<Env>()

draws.get("/draw/list", bearer, may("read", "draws"), drawList.handler)

draws.get("/draw/:id", bearer, may("read", "draws"), drawRecords.get)

draws.post("/draw/create", bearer, may("write", "draws"), async c => {
  const actor = c.get("actor")
  const given = await readValid(c, newDrawBody)
  const created = await drawRecords.create(c, given, async tx => {
    const { copyOf, ...draft } = given
    const tenantId = await companyFor(tx, actor, draft.tenantId || null)
    if (tenantId === null) return refuseField("tenantId", "draw.companyRequired")
    const columns = await drawColumns(tx, actor, { ...draft, tenantId })
    return { ...columns, copyOf: await originalOf(tx, tenantId, copyOf) }
  })
  return okWritten(c, created)
})

draws.put("/draw/update", bearer, may("write", "draws"), drawRecords.updateFrom(drawChange, "id", drawColumns))

/** Only drafts are deleted; a published draw is cancelled (docs/contract.md#draw-status). */
draws.delete("/draw/delete/:id", bearer, may("write", "draws"), c =>
  drawRecords.remove(c, (_, { intent }) => {
    if (intent !== "draft") refuse({ kind: "conflict", key: "draw.draftsOnly" })
  }),
)

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
