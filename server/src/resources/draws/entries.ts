import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Context } from "hono"
import { z } from "zod"
import { type EntryOutcome, maxEntryRows } from "../../../../src/contract/draws/entries"
import { isInstant } from "../../../../src/core/dates/dates"
import type { Message } from "../../../../src/core/rules"
import { may } from "../../auth/policy"
import { drawEntries as table } from "../../db/draw-tables"
import type { Database } from "../../db/open"
import { type EntryChange, entryChangesOf } from "../../db/proposed-step"
import { idRows, textRows } from "../../db/rows"
import type { DrawRow } from "../../db/schema"
import { users } from "../../db/schema"
import { type FieldMessages, invalidFields, refuse } from "../../errors/problem"
import { address, booleanOr, idOrEmpty, instant } from "../../http/body"
import type { Env } from "../../http/context"
import { isUuid, requireId, shapeMessages } from "../../http/request"
import { draw as drawKind } from "../../kinds/draw"
import { propose, readNote, readProposal, stepNeedsApproval } from "../../records/approval"
import { addAuditEntry } from "../../records/audit"
import { readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import { lockRow } from "../../records/version"
import { json, literalTrue, noted, route } from "../../routes/route"
import { orEntry, type ParsedRow, parseRow, presentOutcomes, type RowOutcome, rowsAsGiven, rowsOf } from "../../routes/rows"
import { id, instant as instantValue, named, propose as proposeParameter, rowErrors, total } from "../../routes/schemas"
import { eligibilityOf, isByTime } from "./eligibility"
import { tryOut } from "./step"

/** Recorded entries of a draw that goes by their time (docs/contract.md#draw-entries). */

const entryRow = z.object({ employeeId: idOrEmpty, email: address.refine(given => given.length <= 254), at: instant })
/** One entry, or many, of which one with a member of another shape is refused alone. */
const entriesBody = orEntry(entryRow, {
  entries: rowsOf([entryRow], maxEntryRows, () => entryRow).nullish(),
  imported: booleanOr(false),
})
type EntryRow = ParsedRow<typeof entryRow>

const entryOutcome = named("DrawEntryOutcome", {
  index: total,
  employeeId: id.optional(),
  at: instantValue.optional(),
  known: z.boolean().optional(),
  waiting: z.boolean().optional(),
  errors: rowErrors,
}) satisfies z.ZodType<EntryOutcome>

type Draw = DrawRow
type Given = z.infer<typeof entryRow>

/** @throws Refusal 409 when the draw takes no entries, or none any more */
const refuseClosed = (draw: Draw) => {
  if (!isByTime(draw)) refuse({ kind: "conflict", key: "draw.entriesByMethod" })
  if (draw.round !== null) refuse({ kind: "conflict", key: "draw.entriesLocked" })
  if (draw.intent !== "live") refuse({ kind: "conflict", key: "draw.entriesNotOpen" })
}

type Person = Record<"active" | "eligible" | "notRecentWinners" | "notOrganisers", boolean> & {
  id: string
  email: string
  enteredAt: Date | null
}

/**
 * The people of the draw's company whom the rows name, by id and by e-mail address, and which conditions they meet.
 * Separate statements: an index serves each.
 */
const readPeople = async (c: Context<Env>, tx: Database, draw: Draw, rows: readonly Given[]): Promise<Person[]> => {
  const { conditions } = await eligibilityOf(tx, draw, c.get("deps").config.timeZone)
  const select = (isNamed: SQL) =>
    tx
      .select({
        id: users.id,
        email: users.email,
        active: sql<boolean>`(${conditions.active}) is true`,
        eligible: sql<boolean>`(${conditions.eligible}) is true`,
        notRecentWinners: sql<boolean>`(${conditions.notRecentWinners}) is true`,
        notOrganisers: sql<boolean>`(${conditions.notOrganisers}) is true`,
        enteredAt: table.enteredAt,
      })
      .from(users)
      .leftJoin(table, and(eq(table.drawId, draw.id), eq(table.employeeId, users.id)))
      .where(and(conditions.all, isNamed))
  const named = rows.map(({ employeeId }) => employeeId).filter(isUuid)
  const addresses = rows.flatMap(({ employeeId, email }) => (employeeId || !email ? [] : [email]))
  return [
    ...(named.length ? await select(sql`${users.id} in ${idRows(named)}`) : []),
    ...(addresses.length ? await select(sql`${users.email} in ${textRows(addresses)}`) : []),
  ]
}

const personError = (person: Person | undefined): Message | undefined => {
  if (!person) return "draw.entry.unknown"
  if (!person.active) return "draw.entry.inactive"
  if (!person.eligible) return "draw.entry.ineligible"
  if (!person.notRecentWinners) return "draw.entry.recentWinner"
  return person.notOrganisers ? undefined : "draw.entry.organiser"
}

/** The earliest entry of a person. `recordedAt`: of an imported time, epoch ms. */
type Time = { at: number; recordedAt?: number }

const timeError = ({ startDate, endDate }: Draw, at: string, now: number): Message | undefined => {
  if (!isInstant(at)) return "rule.instant"
  const time = Date.parse(at)
  if (time > now) return "draw.entry.ahead"
  return time < startDate.getTime() || time >= endDate.getTime() ? "draw.entry.outsidePeriod" : undefined
}

type Outcome = RowOutcome<EntryOutcome>

/**
 * Stores the valid rows: of several entries of a person the earliest counts.
 * @param options.isImport whether the rows may name times; an entry has the time at which it is recorded otherwise
 * @param options.now when it is recorded, epoch ms
 */
const storeEntries = async (
  c: Context<Env>,
  tx: Database,
  draw: Draw,
  parsed: readonly EntryRow[],
  { isImport, now }: { isImport: boolean; now: number },
): Promise<Outcome[]> => {
  const people = await readPeople(
    c,
    tx,
    draw,
    parsed.flatMap(({ data }) => (data ? [data] : [])),
  )
  const byName = new Map(people.flatMap(person => [[person.id, person] as const, [person.email, person] as const]))
  const times = new Map(people.flatMap(({ id, enteredAt }) => (enteredAt ? [[id, { at: enteredAt.getTime() } as Time]] : [])))
  const before = new Map(times)
  const outcomes = parsed.map(({ data, error }): Outcome => {
    if (!data) return { messages: shapeMessages(error) }
    const field = data.employeeId || !data.email ? "employeeId" : "email"
    const person = byName.get(data[field])
    const at = data.at || new Date(now).toISOString()
    const isClaim = data.at !== ""
    const messages: FieldMessages = {
      [field]: personError(person),
      at: isClaim && !isImport ? "draw.entry.timeNotImported" : timeError(draw, at, now),
    }
    if (!person || invalidFields(messages).length) return { messages }
    const known = times.get(person.id)
    if (!known || Date.parse(at) < known.at) times.set(person.id, { at: Date.parse(at), ...(isClaim && { recordedAt: now }) })
    return { employeeId: person.id, ...(known !== undefined && { known: true }), messages }
  })
  const changed = [...times].filter(([id, time]) => before.get(id) !== time)
  if (changed.length) {
    const values = changed.map(([employeeId, { at, recordedAt }]) => ({
      employeeId,
      at: new Date(at).toISOString(),
      ...(recordedAt !== undefined && { recordedAt: new Date(recordedAt).toISOString() }),
    }))
    await tx.execute(sql`insert into draw_entries (draw_id, employee_id, entered_at, recorded_at)
      select ${draw.id}::uuid, "employeeId", at, "recordedAt" from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as (
        "employeeId" uuid, at timestamptz, "recordedAt" timestamptz)
      on conflict (draw_id, employee_id) do update set entered_at = excluded.entered_at, recorded_at = excluded.recorded_at`)
    await addAuditEntry(c, tx, {
      action: "update",
      entity: "draw",
      id: draw.id,
      tenantId: draw.tenantId,
      after: { entries: values },
    })
  }
  return outcomes.map(outcome => {
    const time = outcome.employeeId === undefined ? undefined : times.get(outcome.employeeId)
    return time === undefined ? outcome : { ...outcome, at: new Date(time.at).toISOString() }
  })
}

/** Sends a change of entries for approval, with those of the same person that wait already. @throws Refusal 409 as `propose` */
const proposeEntries = async (c: Context<Env>, tx: Database, draw: Draw, change: EntryChange, note = "") => {
  const known = await readProposal(tx, drawKind, draw.id)
  const isOwn = known?.userId === c.get("actor").userId && known.state === "waiting" && known.step?.name === "entries"
  const changes = [...(isOwn && known.step ? entryChangesOf(known.step) : []), change]
  const count = changes.reduce((sum, one) => sum + ("rows" in one ? one.rows.length : 1), 0)
  if (count > maxEntryRows) refuse({ kind: "conflict", key: "draw.entriesWaiting" })
  await propose(c, tx, drawKind, draw, draw, note || (isOwn ? known.note : ""), { name: "entries", given: { changes } })
}

type Sent = { isImport: boolean; note: string }

/** Stores the rows, or proposes the valid ones with a note. */
const recordRows = async (c: Context<Env>, tx: Database, draw: Draw, given: readonly EntryRow[], { isImport, note }: Sent) => {
  const now = c.get("deps").clock()
  if (!(await stepNeedsApproval(tx, draw, "draws.entries"))) return storeEntries(c, tx, draw, given, { isImport, now })
  const outcomes = await tryOut(tx, inner => storeEntries(c, inner, draw, given, { isImport, now }))
  const rows = outcomes.flatMap(({ employeeId }, index) => {
    const { at } = given[index]?.row ?? {}
    return employeeId ? [{ employeeId, at: typeof at === "string" ? at : "" }] : []
  })
  if (!rows.length) return outcomes
  await proposeEntries(c, tx, draw, { rows, isImport, recordedAt: new Date(now).toISOString() }, note)
  return outcomes.map(outcome => (outcome.employeeId ? { ...outcome, waiting: true as const } : outcome))
}

export const recordEntries = route.post("/draw/:id/entries", may("write", "draws"), {
  summary: "Record one entry, or up to 1,000, each with an outcome of its own",
  query: { propose: proposeParameter },
  body: noted(json(entriesBody)),
  example: { entries: [{ email: "kullanici@yesilova.example" }] },
  answer: z.array(entryOutcome),
  handler: async ({ c, params, body }) => {
    const id = requireId(params.id)
    await readOwn(c, drawKind, id)
    const given = await body()
    const asGiven = { ...given, ...(given.entries && { entries: rowsAsGiven(given.entries) }) }
    const sent = { isImport: given.imported, note: readNote(c, drawKind) }
    const { answer: outcomes } = await idempotent(c, asGiven, async tx => {
      const draw = await lockRow(tx, drawKind, id)
      refuseClosed(draw)
      const stored = await recordRows(c, tx, draw, given.entries ?? [parseRow(entryRow, given)], sent)
      return { answer: presentOutcomes(c, stored, !given.entries) }
    })
    return { value: outcomes, isProposed: outcomes.some(({ waiting }) => waiting) }
  },
})

/** @throws Refusal 404 for a person without an entry */
const takeBack = async (c: Context<Env>, tx: Database, { id, tenantId }: Draw, employeeId: string) => {
  const isEntry = and(eq(table.drawId, id), eq(table.employeeId, employeeId))
  const [removed] = await tx.delete(table).where(isEntry).returning({ at: table.enteredAt })
  if (!removed) refuse({ kind: "missing" })
  const before = { entries: [{ employeeId, at: removed?.at?.toISOString() }] }
  await addAuditEntry(c, tx, { action: "update", entity: "draw", id, tenantId, before, after: { entries: [] } })
}

/** Takes a recorded entry back, or proposes it. @throws Refusal 404 without one, 409 after the lock */
export const removeEntry = route.delete("/draw/:id/entries/:employeeId", may("write", "draws"), {
  summary: "Take a recorded entry back",
  query: { propose: proposeParameter },
  answer: literalTrue,
  handler: async ({ c, params }) => {
    const [id, employeeId] = [requireId(params.id), requireId(params.employeeId)]
    await readOwn(c, drawKind, id)
    const isProposed = await c.get("deps").db.transaction(async tx => {
      const draw = await lockRow(tx, drawKind, id)
      refuseClosed(draw)
      const waits = await stepNeedsApproval(tx, draw, "draws.entries")
      if (!waits) await takeBack(c, tx, draw, employeeId)
      else {
        await tryOut(tx, inner => takeBack(c, inner, draw, employeeId))
        await proposeEntries(c, tx, draw, { removed: employeeId })
      }
      return waits
    })
    return { isProposed }
  },
})

/**
 * Makes the changes of entries that a second person confirmed, with the times of their recording.
 * @throws Refusal 409 when a person is not eligible any more, an entry is gone, or the draw is locked
 */
export const makeEntryChanges = async (c: Context<Env>, tx: Database, draw: Draw, changes: readonly EntryChange[]) => {
  refuseClosed(draw)
  for (const change of changes) {
    if ("removed" in change) {
      await takeBack(c, tx, draw, change.removed)
      continue
    }
    const { rows, isImport, recordedAt } = change
    const parsed = rows.map(row => parseRow(entryRow, row))
    const outcomes = await storeEntries(c, tx, draw, parsed, { isImport, now: Date.parse(recordedAt) })
    if (outcomes.some(({ messages }) => invalidFields(messages).length)) refuse({ kind: "conflict", key: "api.proposalOutdated" })
  }
}
