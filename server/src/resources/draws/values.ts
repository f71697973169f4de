import { z } from "zod"
import { type Proof, type Register, registerEvents } from "../../../../src/contract/draw-proof/proof"
import * as contract from "../../../../src/contract/draws/draws"
import { instant, named } from "../../kinds/answer-shape"
import { winnerValue } from "../../kinds/draw"
import { id, text, total } from "../../routes/schemas"

/** Schemas of a draw's proof, register and rehearsal. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)
const randomness = z.union([
  z.object({ kind: z.enum(["none", "witness"]) }),
  z.object({ kind: z.literal("drand"), round: total }),
])
const proofLock = named("ProofLock", {
  domain: z.enum(["real", "rehearsal"]),
  drawId: id,
  round: total,
  root: digest,
  entryCount: total,
  rulesHash: digest,
  seedHash: digest,
  publicRandomness: randomness,
  lockedAt: instant,
  previous: digest.nullable(),
  reason: z.enum(contract.roundReasons).nullable(),
  ineligible: z.array(total).optional(),
  register: z.object({ companyId: id, number: total, previous: digest.nullable(), copyOf: id.nullable() }).optional(),
})
/** Who holds a draw; absent where the lock did not state it. */
const holder = { company: text.optional(), organisers: total.optional() }
const proofRules = named("ProofRules", {
  drawId: id,
  title: text,
  method: z.enum(contract.methods.names),
  eligibility: z.enum(contract.eligibilities.names),
  newDays: total,
  seniorYears: total,
  excludeLastDraws: total,
  startDate: instant,
  endDate: instant,
  drawDate: instant,
  terms: text,
  prizes: z.array(
    z.object({ name: text, type: z.enum(contract.prizeTypes.names), quantity: total, value: z.number().nullable() }),
  ),
  ...holder,
})
const replacement = named("Replacement", {
  at: instant,
  place: total,
  reason: z.enum(["declined", "expired", "ineligible", "error"]),
  position: total.nullable(),
})
const proofRound = named("ProofRound", {
  lock: proofLock,
  drawnAt: instant.nullable(),
  seed: digest.nullable(),
  publicValue: text.nullable(),
  places: z.array(total).nullable(),
  replacements: z.array(replacement),
})
/** The file of docs/draw-proof.md. */
export const drawProof = named("DrawProof", {
  format: z.literal("draw-proof"),
  version: z.literal(1),
  domain: z.enum(["real", "rehearsal"]),
  rules: proofRules,
  entries: z.array(z.tuple([digest, total, total, total.optional()])),
  rounds: z.array(proofRound),
  digest,
}) satisfies z.ZodType<Proof>
/** The file of docs/draw-proof.md#register. */
export const drawRegister = named("DrawRegister", {
  format: z.literal("draw-register"),
  version: z.literal(1),
  companyId: id,
  entries: z.array(
    named("DrawRegisterEntry", {
      number: total,
      previous: digest.nullable(),
      at: instant,
      event: z.enum(registerEvents),
      drawId: id,
      round: total,
      lockHash: digest,
      title: text,
      reason: z.enum(contract.roundReasons).nullable(),
      copyOf: id.nullable(),
      ...holder,
    }),
  ),
}) satisfies z.ZodType<Register>
export const rehearsal = named("Rehearsal", {
  domain: z.literal("rehearsal"),
  entryCount: total,
  winners: z.array(winnerValue),
  proof: drawProof.nullable(),
})
