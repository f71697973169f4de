import { eq } from "drizzle-orm"
import type { Context } from "hono"
import type { z } from "zod"
import type { Action } from "../../../../src/contract/audit"
import type { Database } from "../../db/open"
import type { ProposedStep } from "../../db/proposed-step"
import type { DrawRow } from "../../db/schema"
import { draws as table } from "../../db/schema"
import type { Env } from "../../http/context"
import { requireId } from "../../http/request"
import { draw as drawKind } from "../../kinds/draw"
import { propose, readNote, stepNeedsApproval } from "../../records/approval"
import { addAuditEntries } from "../../records/audit"
import { read, readOwn } from "../../records/find"
import { idempotent } from "../../records/idempotency"
import type { LoggedColumns } from "../../records/logged-change"
import { lockRow, refuseOtherVersion } from "../../records/version"
import { propose as proposeParameter } from "../../routes/schemas"

/** A step of a draw: one transaction that holds the draw's row, so that there is one result however many callers there are. */

/** @property log audit entries of the step; they contain no seed, no salt and no key */
export type StepChange = {
  values?: Partial<Pick<DrawRow, "intent" | "round">>
  log: { action: Action; before?: LoggedColumns; after: LoggedColumns }[]
}

const running = new Map<string, Promise<unknown>>()

/** Runs work of one draw after the other, so that parallel calls do not each hold a connection while they wait for the row. */
export const enqueue = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
  const before = running.get(id)
  const current = (async () => {
    await before?.catch(() => {})
    return work()
  })()
  running.set(id, current)
  try {
    return await current
  } finally {
    if (running.get(id) === current) running.delete(id)
  }
}

/** What the routes of steps have in common. */
export const stepParts = {
  query: { propose: proposeParameter },
  answer: drawKind.value as z.ZodType<object>,
} as const

/** What a step does in the transaction that holds the draw's row; undefined, and nothing is written, when it has been taken before. */
export type Work = (tx: Database, draw: DrawRow, now: number) => Promise<StepChange | undefined>

/** A step, which waits for a second person where the setting asks for it (docs/contract.md#approvals). */
export type Step = {
  /** As the path has it. */
  drawId: string
  name: Exclude<ProposedStep["name"], "entries">
  /** The body of the call, and of a winner the place; the same for the same Idempotency-Key. */
  given: Record<string, unknown>
  work: Work
  /** What else the second person confirms. */
  participants?: (tx: Database, draw: DrawRow) => Promise<ProposedStep["participants"]>
  /** Whether it never needs approval. */
  isFree?: boolean
}

/** The end of a transaction that is rolled back on purpose. */
class Trial<T> {
  constructor(readonly result: T) {}
}

/** Runs work with all of its checks and takes back what it wrote. */
export const tryOut = async <T>(tx: Database, work: (inner: Database) => Promise<T>): Promise<T> => {
  try {
    return await tx.transaction(async inner => {
      throw new Trial(await work(inner))
    })
  } catch (trial) {
    if (trial instanceof Trial) return trial.result
    throw trial
  }
}

/** Writes what a step changes in the draw's row, and its entries of the audit log. */
export const storeChange = async (c: Context<Env>, tx: Database, draw: DrawRow, change: StepChange, now: number) => {
  const { id, tenantId, version } = draw
  await tx
    .update(table)
    .set({ ...change.values, version: version + 1, updatedAt: new Date(now) })
    .where(eq(table.id, id))
  const entries = change.log.map(entry => ({ ...entry, entity: "draw" as const, id, tenantId }))
  await addAuditEntries(c, tx, entries)
}

/**
 * Takes a step, or proposes it where it needs approval, after all of its checks; and reads the draw.
 * @throws Refusal 404 and 403 as every change, 409 when the step would follow another version than If-Match names
 */
export const takeStep = async (c: Context<Env>, { drawId, name, given, work, participants, isFree }: Step) => {
  const { clock } = c.get("deps")
  const id = requireId(drawId)
  const note = readNote(c, drawKind)
  await readOwn(c, drawKind, id)
  const step = async (tx: Database): Promise<{ answer: true | "proposed" }> => {
    const draw = await lockRow(tx, drawKind, id)
    const now = clock()
    const isProposed = !isFree && (await stepNeedsApproval(tx, draw, "draws.drawing"))
    const change = isProposed ? await tryOut(tx, inner => work(inner, draw, now)) : await work(tx, draw, now)
    if (!change) return { answer: true }
    await refuseOtherVersion(c, draw.version, async () => (await read(c, drawKind, id, tx)).value)
    if (!isProposed) {
      await storeChange(c, tx, draw, change, now)
      return { answer: true }
    }
    const seen = await participants?.(tx, draw)
    await propose(c, tx, drawKind, draw, draw, note, { name, given, ...(seen && { participants: seen }) })
    return { answer: "proposed" }
  }
  const taken = await enqueue(id, () => idempotent(c, given, step))
  const { row, value } = await read(c, drawKind, id)
  return { value, etag: row.version, isProposed: taken.answer === "proposed" }
}
