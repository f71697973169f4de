import { type Code, codes } from "../../core/codes"
import { derivedStatus } from "../../core/derived-status"
import * as field from "../../core/fields"
import { isRecord } from "../../core/is-record"
import { after, type Message, maxLength, type Rules, required, validateEach, when, wholeFromOne } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import type { Proof } from "../draw-proof/proof"
import { entriesOf, type OwnedMembers, ownedFields, recordReader, withDefaults } from "../record"
import type { DeliveryState } from "../webhooks"

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
/** The reasons for which the operator may take out one winner. */
export const dropReasons = ["ineligible", "error"] as const satisfies readonly VoidReason[]
/** The reasons for which a whole round was voided, and may be: a faulty list is the same in the next round. */
export const roundReasons = ["rules", "entries", "error"] as const satisfies readonly VoidReason[]
export const redrawReasons = ["rules", "error"] as const satisfies readonly VoidReason[]

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
  tenantId: field.special(""),
  title: field.text(200, "draw.titleRequired"),
  description: field.text(2000, "draw.descriptionRequired"),
  /** Conditions of participation. */
  terms: field.text(10_000),
  method: field.code(methods, "random", { isRequired: true }),
  eligibility: field.code(eligibilities, "all", { isRequired: true }),
  /** For eligibility `specific`: employees of this department, of `employeeIds`, or of both take part. */
  departmentId: field.id("department"),
  employeeIds: field.ids("user", 5000),
  /** For eligibility `new`: employed for fewer days than this. */
  newDays: field.wholeNumber(90, 1, 3650, "draw.newDaysRange"),
  /** For eligibility `senior`: employed for this many years or more. */
  seniorYears: field.wholeNumber(5, 1, 60, "draw.seniorYearsRange"),
  /** Winners of this many last draws of the company take no part; 0: all take part. */
  excludeLastDraws: field.wholeNumber(0, 0, 100, "draw.excludeRange"),
  /** People who organise the draw: they take no part. */
  organiserIds: field.ids("user", 100),
  prizes: field.special<Prize[]>([], required("draw.prizesRequired")),
  startDate: field.instantAt("draw.startRequired"),
  endDate: field.instantAt("draw.endRequired"),
  drawDate: field.instantAt("draw.drawDateRequired"),
  /** Written: 0 draft, 4 cancelled, any other number but 3 live. Read: the derived status. */
  status: field.code(statuses, "draft"),
  media: field.pictures(),
}

export type DrawDraft = field.DraftOf<typeof fields>
export const blank = field.blankOf(fields)

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

const winnerFields = {
  /** The number by which `PUT /draw/{id}/winner/{n}` names it; unique in a draw. */
  place: field.special(-1),
  employeeId: field.id("user"),
  name: field.name(),
  departmentName: field.orNull(field.name()),
  prize: field.name(),
  prizeIndex: field.count(),
  reserve: field.special(false),
  /** The number of the entry in the locked list, from 1; null if the draw was not locked. */
  ticket: field.count(),
  /** The person's score at the lock; null unless the draw is score-based. */
  score: field.count(),
  state: field.code(winnerStates, "drawn"),
  stateAt: field.orNull(field.instantAt()),
  /** Why the person dropped out; null for others. */
  reason: field.code(voidReasons, "declined"),
  /** The place of the winner in whose place this one moved up. */
  replaces: field.count(),
  /** What became of the mail that told of the prize; null where none did. *ext.* */
  mail: field.special<DeliveryState | null>(null),
}
/** A winner or a reserve of the last round (docs/contract.md#winners). */
export type Winner = field.DraftOf<typeof winnerFields>

/** Winners whom a mail would tell of their prizes, those whom none can reach, and the words of the first mail. */
export type WinnerMails = { people: number; unreached: number; subject: string; text: string }

/** The place of the last lock in the company's register: `hash` is that of its entry. */
type DrawRegisterPlace = { number: number; hash: string }

/** A person who dropped out of any round as ineligible. */
type IneligiblePerson = Pick<Winner, "employeeId" | "name" | "ticket">

/** What the server adds. `winnerCount`: winners who did not drop out, without reserves. */
export const added = {
  departmentName: field.name(),
  lock: field.special<DrawLock | null>(null),
  drawnAt: field.orNull(field.instantAt()),
  winnerCount: field.count(),
  approval: field.name(),
}

/** A draw as the API returns it. `status` is the one at the time of the answer. */
export type Draw = Omit<DrawDraft, "tenantId"> &
  OwnedMembers &
  field.DraftOf<typeof added> & {
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
export type DrawItem = Omit<Draw, "employeeIds" | "organiserIds" | "winners" | "ineligible" | "register" | "canRedraw">

/** The stored part of the status; the status is derived from it, `endDate` and the current time. */
export type Intent = "draft" | "live" | "drawn" | "cancelled"

/** Returns the intent of a written status; `drawn` is set by running the draw only. */
export const intentOf = (status: Code): Exclude<Intent, "drawn"> => {
  const name = statuses.name(status)
  return name === "draft" || name === "cancelled" ? name : "live"
}

/** A live draw is closed from the instant of `endDate` on (docs/contract.md#draw-status). */
export const status = derivedStatus<Status, Intent>(statuses, "live", {
  draft: [{ intent: "draft" }],
  open: [{ intent: "live", over: false }],
  closed: [{ intent: "live", over: true }],
  drawn: [{ intent: "drawn" }],
  cancelled: [{ intent: "cancelled" }],
})
export const { at: statusAt } = status

/** Returns the status that a draft would have if it were saved at `now` (epoch ms); an unknown or missing status is unchanged. */
export const statusOf = ({ status, endDate }: Pick<DrawDraft, "status" | "endDate">, now: number): Code =>
  statuses.name(status) ? statusAt({ intent: intentOf(status), endDate }, now) : status

/** Why a draw cannot be edited: from the lock on, everything that the result depends on is fixed (docs/contract.md#draw-lock). */
export const editBlockedReason = ({ status, lock }: Pick<Draw, "status" | "lock">): Key | undefined => {
  if (statuses.name(status) === "drawn") return "draw.drawnFixed"
  return lock ? "draw.locked.fixed" : undefined
}

const isSpecific = (draft: DrawDraft) => eligibilities.name(draft.eligibility) === "specific"

export const rules = field.rulesOf(fields, {
  departmentId: when(draft => isSpecific(draft) && draft.employeeIds.length === 0, required("draw.eligibleRequired")),
  endDate: after("startDate", "rule.endBeforeStart"),
  drawDate: ({ endDate, drawDate }) => (Date.parse(drawDate) < Date.parse(endDate) ? "draw.drawnBeforeEnd" : undefined),
  status: ({ status }) => (statuses.name(status) === "drawn" ? "draw.statusDrawn" : undefined),
})

export const prizeRules: Rules<Prize> = {
  name: [required("draw.prize.nameRequired"), maxLength(100)],
  quantity: [required("draw.quantityWhole"), wholeFromOne("draw.quantityWhole")],
}

/** Returns the errors of a draw's prizes by path, such as `prizes.0.name`. @param stored the stored draw of a change */
export const prizeErrors = (draft: Pick<DrawDraft, "prizes">, stored?: Pick<DrawDraft, "prizes">): Record<string, Message> =>
  validateEach("prizes", prizeRules, draft.prizes, stored?.prizes)

/** Reads a winner from the wire; one without a place gets its position in the list, one without a state is drawn. */
export const winnerOf = (raw: object, index: number): Winner => {
  const { place, state, reason, ...winner } = field.readMembers(winnerFields, raw)
  return { ...winner, place: place < 0 ? index : place, state: state ?? winnerFields.state.blank, reason: reason ?? null }
}

const prizeFields = {
  name: field.name(),
  type: field.code(prizeTypes, "physical"),
  quantity: field.special(0),
  value: field.count(),
  imageUrl: field.orNull(field.picture()),
}

const readPrize = (raw: object) => field.readMembers(prizeFields, raw) as Prize

const readLock = withDefaults<DrawLock>(
  { lockHash: "", lockedAt: "", round: 0, entryCount: 0, publicRandomness: { kind: null } },
  {},
)

const readPlace = withDefaults<DrawRegisterPlace>({ number: 0, hash: "" }, {})

const readDraw = recordReader<Draw>(fields, {
  ...ownedFields,
  ...added,
  winners: field.special<Winner[]>([]),
  ineligible: field.special<IneligiblePerson[]>([]),
  register: field.special<DrawRegisterPlace | null>(null),
  canRedraw: field.special<boolean | null>(null),
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

const pickDraft = field.draftWith(fields)

/** Returns the draft that edits a draw. */
export const draftOf = (draw: Draw): DrawDraft => pickDraft({ ...draw, tenantId: draw.tenantId ?? "" })
