import type { MiddlewareHandler } from "hono"
import { type Maintenance, wordsOf } from "../../../src/contract/maintenance"
import { singleFlight } from "../../../src/core/concurrency/single-flight"
import { maintenance as table } from "../db/maintenance-table"
import type { Database } from "../db/open"
import { loggable } from "../errors/faults"
import { refuse } from "../errors/problem"
import type { Deps, Env } from "./context"

/** What is announced to everybody, and the read-only mode (docs/contract.md#maintenance). */

export type Announced = typeof table.$inferSelect

/** How long a process keeps what it has read, ms: all processes follow within this time. */
const keptMs = 2_000

type Kept = { at: number; announced: Announced | undefined }
type Reader = { kept?: Kept; read: (deps: Deps) => Promise<Announced | undefined> }
const readers = new WeakMap<Database, Reader>()

const readerOf = (db: Database): Reader => {
  const known = readers.get(db)
  if (known) return known
  const reader: Reader = {
    read: singleFlight(async ({ clock, log }: Deps) => {
      try {
        const [announced] = await db.select().from(table)
        reader.kept = { at: clock(), announced }
      } catch (error) {
        // A database that is away answers the call itself; what was announced stays.
        log.warn({ maintenance: "cannot be read", ...loggable(error) })
      }
      return reader.kept?.announced
    }),
  }
  readers.set(db, reader)
  return reader
}

/** What is announced and not over; undefined for nothing. */
export const announcedNow = async (deps: Deps): Promise<Announced | undefined> => {
  const { kept, read } = readerOf(deps.db)
  const now = deps.clock()
  const announced = kept && Math.abs(now - kept.at) < keptMs ? kept.announced : await read(deps)
  return announced?.endDate && announced.endDate.getTime() <= now ? undefined : announced
}

/** The next reading is of the database, in this process. */
export const forgetAnnounced = (db: Database) => void readers.delete(db)

export const presentAnnounced = ({ text, textEn, startDate, endDate, isReadOnly }: Announced) =>
  ({
    text,
    textEn,
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    isReadOnly,
  }) satisfies Maintenance

/** Seconds after which a write may be repeated, where no end is known, and at most. */
const usualSeconds = 300
const maxSeconds = 3_600

/**
 * Refuses calls that write while the console can only be read. Signing in, staying signed in and signing out go on, and so do reads.
 * @param isWrite whether a call writes more than a session. @throws Refusal 503 with the words
 */
export const readOnlyMode =
  (deps: Deps, isWrite: (method: string, path: string) => boolean): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (isWrite(c.req.method, c.req.path)) {
      const announced = await announcedNow(deps)
      const now = deps.clock()
      if (announced?.isReadOnly && (announced.startDate?.getTime() ?? 0) <= now) {
        const left = announced.endDate ? Math.ceil((announced.endDate.getTime() - now) / 1000) : usualSeconds
        refuse({ kind: "readOnly", text: wordsOf(announced, c.get("language")), seconds: Math.min(left, maxSeconds) })
      }
    }
    await next()
  }
