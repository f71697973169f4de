import { getTableName } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import { type Body, bodyAnswer, bodyOf } from "./compress"
import type { Actor, Deps, Env } from "./context"
import { successBody } from "./envelope"

/** How long the answer of a list is kept, ms, unless something changes: the statuses of records follow from the time. */
const keptMs = 1_000
/** Kept answers of a process, and the size of one that is not kept, characters: when there are more, all are dropped. */
const maxEntries = 256
const maxLength = 65_536

type Kept = { actor: Actor; at: number; mark: string; body: Promise<Body> }

/** Answers by session and address. */
const keptLists = new WeakMap<Deps["tableChanges"] & object, Map<string, Kept>>()

/**
 * The handler of a list whose answer follows from the person, the address, the time and the given tables. While no change
 * of these can be missed, it is kept for up to a second: calls at the same time wait for one reading, and what was read
 * before a change is not used after it (docs/operations.md#kept-lists).
 * @param tables every table that the list's statements read. @param list makes the value of the answer
 */
export const keptList = (tables: readonly PgTable[], list: (c: Context<Env>) => Promise<object>) => {
  const names = tables.map(getTableName)
  const handler = async (c: Context<Env>): Promise<Response> => {
    const { tableChanges, clock } = c.get("deps")
    const read = async () => bodyOf(successBody(await list(c)))
    // Before the reading: a change while it runs makes its result unusable for later calls.
    const mark = await tableChanges?.mark(names)
    if (!tableChanges || mark === undefined) return bodyAnswer(c, await read())
    const kept = keptLists.get(tableChanges) ?? new Map<string, Kept>()
    keptLists.set(tableChanges, kept)
    const actor = c.get("actor")
    const key = `${actor.sessionId} ${c.req.url}`
    const known = kept.get(key)
    const now = clock()
    if (known && known.actor === actor && known.mark === mark && Math.abs(now - known.at) < keptMs)
      return bodyAnswer(c, await known.body)
    if (kept.size >= maxEntries) kept.clear()
    const entry = { actor, at: now, mark, body: read() }
    kept.set(key, entry)
    const drop = () => {
      if (kept.get(key) === entry) kept.delete(key)
    }
    entry.body.then(({ text }) => text.length > maxLength && drop(), drop)
    return bodyAnswer(c, await entry.body)
  }
  return Object.assign(handler, { tables: names })
}
