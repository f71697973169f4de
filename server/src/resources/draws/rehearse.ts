import { z } from "zod"
import { buildEntries, rootOf } from "../../../../src/contract/draw-proof/entries"
import { writeProof } from "../../../../src/contract/draw-proof/file"
import { createLock } from "../../../../src/contract/draw-proof/lock"
import type { Proof, ProofEntry, ProofRules } from "../../../../src/contract/draw-proof/proof"
import { drawRound } from "../../../../src/contract/draw-proof/round"
import type { Rehearsal } from "../../../../src/contract/draws/draws"
import { createSlices } from "../../../../src/core/concurrency/slices"
import { may } from "../../auth/policy"
import type { Database } from "../../db/open"
import type { DrawRow } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { nodeHashing } from "../../hashing"
import { requireId } from "../../http/request"
import { draw as drawKind } from "../../kinds/draw"
import { presentWinner, readRound } from "../../kinds/draw-result"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { json, route } from "../../routes/route"
import { newSecret, readParticipants } from "./lock"
import { readHolder, readLockedParticipants, rulesOf } from "./proof"
import { enqueue } from "./step"
import { rehearsal } from "./values"
import { nameWinners } from "./winners"

/** Rehearsals: a sample result in a domain of its own, of which nothing is stored (docs/contract.md#draw-rehearsal). */

/** A rehearsal of more entries has no proof file. */
const maxProofEntries = 5_000

const drawSample = async (rules: ProofRules, entries: ProofEntry[], at: string) => {
  const pause = createSlices()
  const seed = newSecret()
  const lock = await createLock(nodeHashing, {
    domain: "rehearsal",
    rules,
    root: await rootOf(nodeHashing, entries, pause),
    entryCount: entries.length,
    seed,
    publicRandomness: { kind: "none" },
    lockedAt: at,
  })
  const { places } = await drawRound(nodeHashing, { entries, rules, lock, seed, publicValue: "" }, pause)
  return { lock, drawnAt: at, seed, publicValue: "", places, replacements: [] }
}

const rehearseDraw = async (db: Database, draw: DrawRow, { now, timeZone }: { now: number; timeZone: string }) => {
  const pause = createSlices()
  const rules = rulesOf(draw, await readHolder(db, draw, timeZone))
  const participants =
    draw.round === null
      ? await readParticipants(db, draw, timeZone)
      : await readLockedParticipants(db, await readRound(db, draw.id, draw.round), rules)
  const options = { drawId: draw.id, saltKey: Buffer.from(newSecret(), "hex"), participants }
  const built = await buildEntries(nodeHashing, options, pause)
  const entries = built.map(({ entry }) => entry)
  const round = await drawSample(rules, entries, new Date(now).toISOString())
  const drawn = round.places.map((position, place) => {
    const { employeeId = "", entry } = built[position] ?? {}
    return { place, position, employeeId, weight: entry?.[1] ?? 0 }
  })
  const winners = await nameWinners(db, rules, drawn, new Date(now))
  const file =
    entries.length <= maxProofEntries &&
    (await writeProof(nodeHashing, { domain: "rehearsal", rules, entries, rounds: [round] }, pause))
  return {
    domain: "rehearsal",
    entryCount: entries.length,
    winners: winners.map(winner => presentWinner(winner)),
    proof: file ? (JSON.parse(file.text) as Proof) : null,
  } satisfies Rehearsal
}

export const rehearse = route.post("/draw/:id/rehearse", may("run", "draws"), {
  summary: "A sample result of which nothing is stored",
  body: json(z.object({})),
  example: {},
  answer: rehearsal,
  handler: async ({ c, deps: { db, clock, config }, params, body }) => {
    await body()
    const id = requireId(params.id)
    const { row: draw } = await readOwn(c, drawKind, id)
    if (draw.intent === "drawn") refuse({ kind: "conflict", key: "draw.drawnFixed" })
    if (draw.intent === "cancelled") refuse({ kind: "conflict", key: "draw.cancelledFixed" })
    const value = await enqueue(id, () => rehearseDraw(db, draw, { now: clock(), timeZone: config.timeZone }))
    const after = { entryCount: value.entryCount }
    await addAuditEntry(c, db, { action: "rehearse", entity: "draw", id, tenantId: draw.tenantId, after })
    return { value }
  },
})
