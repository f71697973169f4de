import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core"
import type * as schema from "./schema"

/** Work that follows a commit, such as a line of the log: of a transaction that is rolled back there is none. */

type Work = () => void
type Transactional = Pick<PgDatabase<PgQueryResultHKT, typeof schema>, "transaction">

const pending = new WeakMap<object, Work[]>()

/** Runs work after the transaction, and at once outside of one. A transaction in another one waits for the outer commit. */
export const afterCommit = (db: object, work: Work) => {
  const works = pending.get(db)
  if (works) works.push(work)
  else work()
}

/** Replaces `transaction`, so that `afterCommit` knows the end of each. */
export const withAfterCommit = <D extends Transactional>(db: D): D => {
  const transaction = db.transaction.bind(db) as Transactional["transaction"]
  const watched: Transactional["transaction"] = async (work, config) => {
    const works: Work[] = []
    const result = await transaction(tx => {
      pending.set(tx, works)
      return work(withAfterCommit(tx))
    }, config)
    for (const one of works) afterCommit(db, one)
    return result
  }
  return Object.assign(db, { transaction: watched })
}
