import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { asc, eq } from "drizzle-orm"
import { writeProof } from "../../../../src/contract/draw-proof/file"
import type { Register } from "../../../../src/contract/draw-proof/proof"
import { singleFlight } from "../../../../src/core/concurrency/single-flight"
import { createSlices } from "../../../../src/core/concurrency/slices"
import { drawRegister as table } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { refuse } from "../../errors/problem"
import { nodeHashing } from "../../hashing"
import { accepts } from "../../http/compress"
import { successText } from "../../http/envelope"
import { matchesETag } from "../../http/etag"
import { enforceLimit, networkCallers } from "../../http/rate-limit"
import { requireId } from "../../http/request"
import { enveloped, route } from "../../routes/route"
import { readProof, readProofState } from "./proof"
import { drawProof, drawRegister } from "./values"

/** The proof of a draw for everybody: without a session, a name or an id of a person (docs/contract.md#draw-proof). */

const deflate = promisify(gzip)
const inflate = promisify(gunzip)

/** Calls of one address. An audience that checks a draw together usually has one address. */
const proofLimit = { name: "proofs", calls: 300, windowMs: 60_000 }

/** An answer, compressed: proofs are kept in this form alone. */
type Answer = { state: string; etag: string; gzip: Uint8Array<ArrayBuffer> }

const compressAnswer = async (db: Database, drawId: string, state: string): Promise<Answer> => {
  const { text, digest } = await writeProof(nodeHashing, await readProof(db, drawId), createSlices())
  const bytes = await deflate(successText(text), { level: 1 })
  return { state, etag: `W/"${digest}"`, gzip: new Uint8Array(bytes) }
}

const maxKept = 16
const maxKeptBytes = 32 * 1024 * 1024

/** Caches the answers of the draws that were requested last. */
const createAnswers = () => {
  const kept = new Map<string, Answer>()
  const compressOnce = singleFlight(compressAnswer, (_, drawId, state) => `${drawId} ${state}`)
  const keep = (drawId: string, answer: Answer) => {
    kept.delete(drawId)
    kept.set(drawId, answer)
    let bytes = 0
    for (const [at, [id, { gzip }]] of [...kept].reverse().entries()) {
      bytes += gzip.length
      if (at >= maxKept || (at > 0 && bytes > maxKeptBytes)) kept.delete(id)
    }
    return answer
  }
  return async (db: Database, drawId: string, state: string): Promise<Answer> => {
    const known = kept.get(drawId)
    if (known?.state === state) return keep(drawId, known)
    return keep(drawId, await compressOnce(db, drawId, state))
  }
}

const answerOf = createAnswers()

/** Proofs and registers are public: they name nobody. @throws Refusal 404 for an unknown draw and for one that is not locked, alike */
export const readAudit = route.get("/draw/:id/audit", "everybody", {
  summary: "The proof of a locked draw",
  answer: enveloped(drawProof),
  handler: async ({ c, deps, params }) => {
    await enforceLimit(deps, proofLimit, ...networkCallers(c))
    const id = requireId(params.id)
    const state = await readProofState(deps.db, id)
    if (state === undefined) return refuse({ kind: "missing" })
    const { etag, gzip: bytes } = await answerOf(deps.db, id, state)
    const headers = { ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" }
    if (matchesETag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers)
    const isCompressed = accepts(c.req.header("Accept-Encoding"), "gzip")
    const body = isCompressed ? bytes : new Uint8Array(await inflate(bytes))
    return c.body(body, 200, {
      ...headers,
      "Content-Type": "application/json",
      ...(isCompressed && { "Content-Encoding": "gzip" }),
    })
  },
})

/** @throws Refusal 404 for an unknown company and for one without locks, alike */
export const readRegister = route.get("/draw/register/:id", "everybody", {
  summary: "A company’s register of locked draws",
  answer: drawRegister,
  handler: async ({ c, deps, params }) => {
    await enforceLimit(deps, proofLimit, ...networkCallers(c))
    const companyId = requireId(params.id)
    const rows = await deps.db
      .select({ entry: table.entry })
      .from(table)
      .where(eq(table.companyId, companyId))
      .orderBy(asc(table.number))
    if (!rows.length) return refuse({ kind: "missing" })
    const entries = rows.map(({ entry }) => entry)
    return { value: { format: "draw-register", version: 1, companyId, entries } satisfies Register }
  },
})
