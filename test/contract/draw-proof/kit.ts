import { nodeHashing } from "../../../server/src/hashing"
import { buildEntries, type Participant, rootOf } from "../../../src/contract/draw-proof/entries"
import { writeProof } from "../../../src/contract/draw-proof/file"
import { createLock, hashLock } from "../../../src/contract/draw-proof/lock"
import { ineligibleOf } from "../../../src/contract/draw-proof/places"
import type {
  Domain,
  Method,
  Proof,
  ProofPrize,
  ProofRound,
  ProofRules,
  PublicRandomness,
  RedrawReason,
  Register,
  RegisterEntry,
  ReplacementReason,
} from "../../../src/contract/draw-proof/proof"
import { entryOfLock, hashEntry } from "../../../src/contract/draw-proof/register"
import { drawRound } from "../../../src/contract/draw-proof/round"
import { utf8 } from "../../../src/core/hashing/hashing"

/** Draws that are held in a test as the server holds them, with seeds that follow from a number. */

export const hashing = nodeHashing
export const pause = async () => {}

/** Returns 32 bytes that differ by number: n, n + 1, … */
export const bytesFrom = (first: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, at) => (first + at) & 255)

export const prizes: ProofPrize[] = [
  { name: "Bisiklet", type: "physical", quantity: 1, value: 12500.5 },
  { name: "Kahve", type: "coupon", quantity: 1, value: null },
]

export const rulesOf = (given: Partial<ProofRules> = {}): ProofRules => ({
  drawId: "41",
  title: "Yaz çekilişi “2026”",
  method: "random",
  eligibility: "all",
  newDays: 90,
  seniorYears: 5,
  excludeLastDraws: 0,
  startDate: "2026-05-01T06:00:00.000Z",
  endDate: "2026-05-08T06:00:00.000Z",
  drawDate: "2026-05-09T09:00:00.000Z",
  terms: "",
  prizes: structuredClone(prizes),
  ...given,
})

const scores = [3, 5e12, 1e12, 4e12, 7]
const minutes = [0, 1, 1, 1, 2]

/** Five people with scores whose sum needs more than 32 bits, three of whom entered at the same time. */
export const participantsOf = (method: Method): Participant[] =>
  scores.map((score, at) => ({
    employeeId: String(101 + at),
    weight: method === "scoreBased" ? score : 1,
    time: method === "firstComeFirstServed" ? Date.UTC(2026, 4, 2, 8, minutes[at]) : 0,
  }))

export type Step = {
  publicRandomness?: PublicRandomness
  publicValue?: string
  reason?: RedrawReason
  isDrawn?: boolean
  drops?: { place: number; reason: ReplacementReason }[]
  /** Whether the ineligible of the rounds before take part again. */
  keepsIneligible?: boolean
}

type Options = {
  rules?: Partial<ProofRules>
  participants?: readonly Participant[]
  domain?: Domain
  steps?: readonly Step[]
  /** Whether the draw stands in a register, and is drawn an hour after its lock. */
  isRegistered?: boolean
  copyOf?: string
}

/** Returns a time on the day of the draw. */
const onTheDay = (hour: number, minute: number) => new Date(Date.UTC(2026, 4, 9, hour, minute)).toISOString()

const companyId = "7"

/** A register that the rounds of one draw are entered in. */
const keepRegister = () => {
  const entries: RegisterEntry[] = []
  const previous = async () => (entries.length ? hashEntry(hashing, entries.at(-1) as RegisterEntry) : null)
  const number = () => entries.length + 1
  return {
    register: { format: "draw-register", version: 1, companyId, entries } satisfies Register,
    place: async (copyOf: string | null) => ({ companyId, number: number(), previous: await previous(), copyOf }),
    addLock: async (lock: ProofRound["lock"], rules: ProofRules) => {
      const entry = entryOfLock(lock, await hashLock(hashing, lock), rules)
      if (entry) entries.push(entry)
    },
    addEvent: async (event: RegisterEntry["event"], at: string, reason: RedrawReason | null = null) => {
      const locked = entries.findLast(entry => entry.event === "locked")
      if (locked) entries.push({ ...locked, number: number(), previous: await previous(), at, event, reason })
    },
  }
}

type Held = { proof: Proof; file: Uint8Array; employeeIds: string[]; register: Register }

/** Holds a draw: a round for each step. */
export const holdDraw = async (options: Options = {}): Promise<Held> => {
  const kept = keepRegister()
  const hours = options.isRegistered ? 2 : 1
  const rules = rulesOf(options.rules)
  const domain = options.domain ?? "real"
  const built = await buildEntries(
    hashing,
    { drawId: rules.drawId, saltKey: bytesFrom(0), participants: options.participants ?? participantsOf(rules.method) },
    pause,
  )
  const entries = built.map(({ entry }) => entry)
  const root = await rootOf(hashing, entries, pause)
  const rounds: ProofRound[] = []
  for (const [index, step] of (options.steps ?? [{}]).entries()) {
    const seed = Buffer.from(bytesFrom(64 + index)).toString("hex")
    const before = rounds.at(-1)
    const lockHour = 9 + index * hours
    if (before) await kept.addEvent("voided", onTheDay(lockHour, 0), step.reason ?? "error")
    const lock = await createLock(hashing, {
      domain,
      rules,
      root,
      entryCount: entries.length,
      seed,
      publicRandomness: step.publicRandomness ?? { kind: "none" },
      lockedAt: onTheDay(lockHour, 0),
      ...(options.isRegistered && { register: await kept.place(options.copyOf ?? null) }),
      ...(before && {
        redraw: {
          round: index,
          previous: before,
          reason: step.reason ?? "error",
          ineligible: step.keepsIneligible ? [] : ineligibleOf(rounds),
        },
      }),
    })
    const round: ProofRound = { lock, drawnAt: null, seed: null, publicValue: null, places: null, replacements: [] }
    rounds.push(round)
    await kept.addLock(lock, rules)
    if (step.isDrawn === false) break
    const publicValue = step.publicValue ?? ""
    const drawn = await drawRound(hashing, { entries, rules, lock, seed, publicValue }, pause)
    const drawHour = lockHour + hours - 1
    Object.assign(round, { drawnAt: onTheDay(drawHour, 5), seed, publicValue, places: drawn.places })
    await kept.addEvent("drawn", onTheDay(drawHour, 5))
    for (const [at, { place, reason }] of (step.drops ?? []).entries()) {
      const position = await drawn.replace(place)
      if (position === undefined) throw new Error(`nobody holds place ${place}`)
      round.replacements.push({ at: onTheDay(drawHour, 10 + at), place, reason, position })
    }
  }
  const { text, digest } = await writeProof(hashing, { domain, entries, rounds, rules }, pause)
  const proof: Proof = { format: "draw-proof", version: 1, domain, rules, entries, rounds, digest }
  return { proof, file: utf8(text), employeeIds: built.map(({ employeeId }) => employeeId), register: kept.register }
}

/** Returns the file of a proof, with the digest that its content has. */
export const fileOf = async (proof: Proof): Promise<Uint8Array> => utf8((await writeProof(hashing, proof, pause)).text)

/**
 * The scenario of the vectors in docs/draw-proof.md: replacements by a reserve, by the next of the order, and a redraw.
 * @param keepsIneligible whether everybody takes part in the redraw
 */
export const vectorOf = (method: Method, keepsIneligible = true) => {
  const publicRandomness: Record<Method, [PublicRandomness, string]> = {
    random: [{ kind: "none" }, ""],
    scoreBased: [{ kind: "witness" }, "Ayşe: 7 kırmızı top"],
    firstComeFirstServed: [
      { kind: "drand", round: 28_504_672 },
      "b7f4a1c8d2e05936a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718",
    ],
  }
  const [randomness, publicValue] = publicRandomness[method]
  return holdDraw({
    rules: { method },
    steps: [
      {
        publicRandomness: randomness,
        publicValue,
        drops: [
          { place: 0, reason: "declined" },
          { place: 3, reason: "ineligible" },
          { place: 1, reason: "expired" },
          { place: 0, reason: "declined" },
        ],
      },
      {
        publicRandomness: { kind: "witness" },
        publicValue: "5",
        reason: "error",
        drops: [{ place: 0, reason: "error" }],
        keepsIneligible,
      },
    ],
  })
}

export const methods = ["random", "scoreBased", "firstComeFirstServed"] as const satisfies readonly Method[]
