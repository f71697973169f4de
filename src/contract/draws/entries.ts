import { type RowError, rowErrorsOf } from "../../core/http/row-errors"
import { entriesOf } from "../record"

/** Who takes part in a draw: stages of eligibility, participants and recorded entries (docs/contract.md#draw-stages). */

/** The stages that people pass, in order. Each one holds a part of the people of the stage before. */
export const stages = ["all", "active", "eligible", "notRecentWinners", "notOrganisers", "entries"] as const
export type Stage = (typeof stages)[number]

/** A person in a stage, or one who fell out at it. */
export type StagePerson = {
  id: string
  firstName: string
  lastName: string
  departmentName: string | null
  score: number | null
  /** `YYYY-MM-DD`. */
  hiredAt: string | null
}

/** A drawn draw whose winners take no part. */
type RecentDraw = { id: string; title: string; drawnAt: string | null }

/** How many people pass each stage. */
export type Funnel = {
  stages: { name: string; count: number }[]
  /** The sum of the chances: one for each entry, or its score in a score-based draw. */
  totalWeight: number
  /** Places of winners, without reserves. */
  places: number
  recentDraws: RecentDraw[]
  /** When the draw was locked: the figures are those of this instant. Null before. */
  lockedAt: string | null
  /** One page of a stage's people, when the call asks for one. */
  people: { users: StagePerson[]; totalCount: number } | null
}

/** A person who takes part. Before the lock `ticket` and `receipt` are null. */
export type Participant = {
  employeeId: string
  /** Null for a person who was permanently deleted. */
  name: string | null
  departmentName: string | null
  /** The number of the entry in the locked list, from 1. */
  ticket: number | null
  weight: number
  /** When the entry was recorded; null unless the draw is first come, first served. */
  at: string | null
  /** Before the lock: whether the recorded entry counts now. After it: true. */
  eligible: boolean
  /** Opens the person's entry in the proof of the draw. */
  receipt: string | null
}

/** Most rows of one call that records entries. */
export const maxEntryRows = 1_000

/**
 * The outcome of one row: the person and the time that counts, or what is wrong. `known`: the person had an entry, of which
 * the earlier time counts. `waiting`: it waits for a second person.
 */
export type EntryOutcome = {
  index: number
  employeeId?: string | undefined
  at?: string | undefined
  known?: boolean | undefined
  waiting?: boolean | undefined
  errors?: RowError[] | undefined
}

/** Reads the outcomes of recorded entries from the wire; an entry without an index has that of its position. */
export const entryOutcomesOf = (value: unknown): EntryOutcome[] =>
  entriesOf(value, ({ index, employeeId, at, known, waiting, errors }, position) => ({
    index: typeof index === "number" ? index : position,
    ...(typeof employeeId === "string" && { employeeId }),
    ...(typeof at === "string" && { at }),
    ...(known === true && { known }),
    ...(waiting === true && { waiting }),
    ...(Array.isArray(errors) && { errors: rowErrorsOf(errors) }),
  }))
