import { type Code, codes } from "../../core/codes"
import {
  blankOf,
  code,
  count,
  type DraftOf,
  draftWith,
  id,
  ids,
  instantAt,
  name,
  orNull,
  picture,
  pictures,
  readMembers,
  rulesOf,
  special,
  text,
  wholeNumber,
} from "../../core/fields"
import { isRecord } from "../../core/is-record"
import { after, type Message, maxLength, type Rules, required, validateEach, when, wholeFromOne } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import type { Proof } from "../draw-proof/proof"
import { entriesOf, type OwnedMembers, ownedFields, recordReader, withDefaults } from "../record"

/** Draws: record, codes, rules and status (docs/contract.md#draws). */

export const methods = codes("random", "scoreBased", "firstComeFirstServed")
export const prizeTypes = codes("physical", "digital", "coupon")
export const eligibilities = codes("all", "specific", "new", "senior")
export const statuses = codes("draft", "open", "closed", "drawn", "cancelled")
export type Status = (typeof statuses.names)[number]

/** Where the public value of a draw comes from, which nobody knows when the draw is locked. */
export const randomnessKinds = codes("none", "witness", "drand")
/** What happened to a winner. `void`: the winner was taken out by the operator. */
export const winnerStates = codes("drawn", "notified", "delivered", "declined", "expired", "void")
export type WinnerState = (typeof winnerStates.names)[number]
/** Why a winner dropped out, or why a round was voided. */
export const voidReasons = codes("declined", "expired", "ineligible", "error", "rules", "entries")
export type VoidReason = (typeof voidReasons.names)[number]
/** The reasons for which the operator may take out one winner, and void a whole round. */
export const dropReasons = ["ineligible", "error"] as const satisfies readonly VoidReason[]
export const redrawReasons = ["rules", "entries", "error"] as const satisfies readonly VoidReason[]

export type Prize = {
  name: string
  type: number
  quantity: number
  /** Value of one piece in the currency of the company; null if unknown. */
  value: number | null
  imageUrl: string | null
}

/** The writable members, in the order of the form. "" is an empty choice. */
export const fields = {
  /** The company that holds the draw. Platform administrators choose it on creation; it never changes. */
  tenantId: special(""),
  title: text(200, "draw.titleRequired"),
  description: text(2000, "draw.descriptionRequired"),
  /** Conditions of participation. */
  terms: text(10_000),
  method: code(methods, "random", { isRequired: true }),
  eligibility: code(eligibilities, "all", { isRequired: true }),
  /** For eligibility `specific`: employees of this department, of `employeeIds`, or of both take part. */
  departmentId: id("department"),
  employeeIds: ids("user", 5000),
  /** For eligibility `new`: employed for fewer days than this. */
  newDays: wholeNumber(90, 1, 3650, "draw.newDaysRange"),
  /** For eligibility `senior`: employed for this many years or more. */
  seniorYears: wholeNumber(5, 1, 60, "draw.seniorYearsRange"),
  /** Winners of this many last draws of the company take no part; 0: all take part. */
  excludeLastDraws: wholeNumber(0, 0, 100, "draw.excludeRange"),
  prizes: special<Prize[]>([], required("draw.prizesRequired")),
  startDate: instantAt("draw.startRequired"),
  endDate: instantAt("draw.endRequired"),
  drawDate: instantAt("draw.drawDateRequired"),
  /** Written: 0 draft, 4 cancelled, any other number but 3 live. Read: the derived status. */
  status: code(statuses, "draft"),
  media: pictures(),
}

export type DrawDraft = DraftOf<typeof fields>
export const blank = blankOf(fields)

/** The public value of a round: `round` is the number of a drand round. */
export type PublicRandomness = { kind: Code; round?: number }

/** The lock of a draw: its last round (docs/contract.md#draw-lock). */
export type DrawLock = {
  /** SHA-256 of the lock statement, hex: what a witness writes down. */
  lockHash: string
  lockedAt: string
  /** From 0; each redraw adds one. */
  round: number
  entryCount: number
  publicRandomness: PublicRandomness
}

/** A winner or a reserve of the last round (docs/contract.md#winners). */
export type Winner = {
  /** The number by which `PUT /draw/{id}/winner/{n}` names it; unique in a draw. */
  place: number
  employeeId: string
  name: string
  departmentName: string | null
  prize: string
  prizeIndex: number | null
  reserve: boolean
  /** The number of the entry in the locked list, from 1; null if the draw was not locked. */
  ticket: number | null
  /** The person's score at the lock; null unless the draw is score-based. */
  score: number | null
  state: Code
  stateAt: string | null
  /** Why the person dropped out; null for others. */
  reason: Code
  /** The place of the winner in whose place this one moved up. */
  replaces: number | null
}

/** The place of the last lock in the company's register: `hash` is that of its entry. */
export type DrawRegisterPlace = { number: number; hash: string }

/** A person who dropped out of any round as ineligible. */
export type IneligiblePerson = Pick<Winner, "employeeId" | "name" | "ticket">

/** What the server adds. `winnerCount`: winners who did not drop out, without reserves. */
export const added = {
  departmentName: name(),
  lock: special<DrawLock | null>(null),
  drawnAt: orNull(instantAt()),
  winnerCount: count(),
}

/** A draw as the API returns it. `status` is the one at the time of the answer. */
export type Draw = Omit<DrawDraft, "tenantId"> &
  OwnedMembers &
  DraftOf<typeof added> & {
    winners: Winner[]
    ineligible: IneligiblePerson[]
    /** Null before the lock, for a lock from before there were registers, and on a server without them. */
    register: DrawRegisterPlace | null
    /** Whether the draw is drawn and a redraw can have another result; null if unknown. */
    canRedraw: boolean | null
  }

/** The sample result of a rehearsal: nothing of it is stored. `proof` is null for very many entries. */
export type Rehearsal = { domain: "rehearsal"; entryCount: number; winners: Winner[]; proof: Proof | null }

/** A draw in a list, without the lists of people. */
export type DrawItem = Omit<Draw, "employeeIds" | "winners" | "ineligible" | "register" | "canRedraw">

/** The stored part of the status; the status is derived from it, `endDate` and the current time. */
export type Intent = "draft" | "live" | "drawn" | "cancelled"

/** Returns the intent of a written status; `drawn` is set by running the draw only. */
export const intentOf = (status: Code): Exclude<Intent, "drawn"> => {
  const name = statuses.name(status)
  return name === "draft" || name === "cancelled" ? name : "live"
}

/**
 * Returns the number of the status that a draw has at `now`. A live draw is closed from the instant of `endDate` on
 * (docs/contract.md#draw-status).
 * @param now epoch ms
 */
export const statusAt = ({ intent, endDate }: { intent: Intent; endDate: string }, now: number): number =>
  statuses.value(intent !== "live" ? intent : now >= Date.parse(endDate) ? "closed" : "open")

/** Why a draw cannot be edited: from the lock on, everything that the result depends on is fixed (docs/contract.md#draw-lock). */
export const editBlockedReason = ({ status, lock }: Pick<Draw, "status" | "lock">): Key | undefined => {
  if (statuses.name(status) === "drawn") return "draw.drawnFixed"
  return lock ? "draw.lockedFixed" : undefined
}

const isSpecific = (draft: DrawDraft) => eligibilities.name(draft.eligibility) === "specific"

export const rules = rulesOf(fields, {
  departmentId: when(draft => isSpecific(draft) && draft.employeeIds.length === 0, required("draw.eligibleRequired")),
  endDate: after("startDate", "rule.endBeforeStart"),
  drawDate: ({ endDate, drawDate }) => (Date.parse(drawDate) < Date.parse(endDate) ? "draw.drawnBeforeEnd" : undefined),
  status: ({ status }) => (statuses.name(status) === "drawn" ? "draw.statusDrawn" : undefined),
})

export const prizeRules: Rules<Prize> = {
  name: [required("draw.prizeNameRequired"), maxLength(100)],
  quantity: [required("draw.quantityWhole"), wholeFromOne("draw.quantityWhole")],
}

/** Returns the errors of a draw's prizes by path, such as `prizes.0.name`. */
export const prizeErrors = (draft: Pick<DrawDraft, "prizes">): Record<string, Message> =>
  validateEach("prizes", prizeRules, draft.prizes)

const winnerFields = {
  place: special(-1),
  employeeId: id("user"),
  name: name(),
  departmentName: orNull(name()),
  prize: name(),
  prizeIndex: count(),
  reserve: special(false),
  ticket: count(),
  score: count(),
  state: code(winnerStates, "drawn"),
  stateAt: orNull(instantAt()),
  reason: code(voidReasons, "declined"),
  replaces: count(),
}

/** Reads a winner from the wire; one without a place gets its position in the list, one without a state is drawn. */
export const winnerOf = (raw: object, index: number): Winner => {
  const { place, state, reason, ...winner } = readMembers(winnerFields, raw)
  return { ...winner, place: place < 0 ? index : place, state: state ?? winnerFields.state.blank, reason: reason ?? null }
}

const prizeFields = {
  name: name(),
  type: code(prizeTypes, "physical"),
  quantity: special(0),
  value: count(),
  imageUrl: orNull(picture()),
}

const readPrize = (raw: object) => readMembers(prizeFields, raw) as Prize

const readLock = withDefaults<DrawLock>(
  { lockHash: "", lockedAt: "", round: 0, entryCount: 0, publicRandomness: { kind: null } },
  {},
)

const readPlace = withDefaults<DrawRegisterPlace>({ number: 0, hash: "" }, {})

const readDraw = recordReader<Draw>(fields, {
  ...ownedFields,
  ...added,
  winners: special<Winner[]>([]),
  ineligible: special<IneligiblePerson[]>([]),
  register: special<DrawRegisterPlace | null>(null),
  canRedraw: special<boolean | null>(null),
})

/** Reads a draw from the wire. */
export const drawOf = (raw: object): Draw => {
  const draw = readDraw(raw)
  return {
    ...draw,
    prizes: entriesOf(draw.prizes, readPrize),
    lock: isRecord(draw.lock) ? readLock(draw.lock) : null,
    winners: entriesOf(draw.winners, winnerOf),
    ineligible: entriesOf(draw.ineligible, winnerOf).map(({ employeeId, name, ticket }) => ({ employeeId, name, ticket })),
    register: isRecord(draw.register) ? readPlace(draw.register) : null,
    canRedraw: typeof draw.canRedraw === "boolean" ? draw.canRedraw : null,
  }
}

const pickDraft = draftWith(fields)

/** Returns the draft that edits a draw. */
export const draftOf = (draw: Draw): DrawDraft => pickDraft({ ...draw, tenantId: draw.tenantId ?? "" })
