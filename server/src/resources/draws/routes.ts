import { and, eq } from "drizzle-orm"
import type { Database } from "../../db/open"
import { draws as table } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import { idOrEmpty } from "../../http/body"
import { isUuid, requireId } from "../../http/request"
import { draw } from "../../kinds/draw"
import { companyFor } from "../../kinds/references"
import { create as createRecord, remove as removeRecord } from "../../records/write"
import { json, noted, route } from "../../routes/route"
import { mediaRoute, recordRoutes } from "../record-routes"
import { readAudit, readRegister } from "./audit"
import { recordEntries, removeEntry } from "./entries"
import { readDraftFunnel, readFunnel } from "./funnel"
import { lock } from "./lock"
import { listParticipants } from "./participants"
import { rehearse } from "./rehearse"
import { run } from "./run"
import { voidResult } from "./void"
import { changeWinner } from "./winner"
import { readWinnerMails, sendWinnerMails } from "./winner-mails"

/** The draw of the same company that a new one copies; null for any other. */
const originalOf = async (tx: Database, tenantId: string, id = ""): Promise<string | null> => {
  const isOriginal = and(eq(table.id, id), eq(table.tenantId, tenantId))
  return isUuid(id) && (await tx.$count(table, isOriginal)) ? id : null
}

/** Calls on draws (docs/contract.md#draw-calls). */
const calls = recordRoutes(draw, {
  // The company of a draw does not change.
  changeable: draw.body.omit({ tenantId: true }),
  required: ["prizes"],
})

/** A new draw may name the one that it copies. */
const create = route.like({
  ...calls.create,
  body: noted(json(draw.body.extend({ tenantId: idOrEmpty, copyOf: idOrEmpty.optional() }))),
  handler: async ({ c, body }) => {
    const actor = c.get("actor")
    const given = (await body()) as { tenantId: string; copyOf?: string }
    return createRecord(c, draw, given, async tx => {
      const { copyOf, ...draft } = given
      const tenantId = await companyFor(tx, actor, draft.tenantId || null)
      if (tenantId === null) return refuseField("tenantId", "draw.companyRequired")
      const columns = await draw.columns(tx, actor, { ...draft, tenantId })
      return { ...columns, copyOf: await originalOf(tx, tenantId, copyOf) }
    })
  },
})

/** Only drafts are deleted; a published draw is cancelled (docs/contract.md#draw-status). */
const remove = route.like({
  ...calls.remove,
  handler: async ({ c, params }) =>
    removeRecord(c, draw, requireId(params.id), (_, { intent }) => {
      if (intent !== "draft") refuse({ kind: "conflict", key: "draw.draftsOnly" })
    }),
})

export const draws = [
  ...Object.values({ ...calls, create, remove }),
  mediaRoute(draw),
  readDraftFunnel,
  readFunnel,
  listParticipants,
  recordEntries,
  removeEntry,
  lock,
  rehearse,
  run,
  voidResult,
  changeWinner,
  readWinnerMails,
  sendWinnerMails,
  readAudit,
  readRegister,
]
