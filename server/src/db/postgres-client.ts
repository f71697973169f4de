import type postgres from "postgres"
import type { Works } from "./session-changes"

/** Whether an error of the driver, recognised by its parameters, reports that the connection is lost or about to be closed. */
const isConnectionLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isLost = "parameters" in error && /^(57P0|25P03|08|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/.test(String(code))
  return isLost || isConnectionLost(error.cause)
}

/** What the driver calls when all rows of a query have come, or an error. They are not in the driver's types. */
type Resolvable = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

/**
 * Removes the empty places at the beginning of a result. The driver does not reset its count of rows when a statement
 * breaks after some of them, as one that is stopped for its time, and the next result on that connection begins at this
 * count (porsager/postgres #1181). Its rows are complete, and only their places are wrong. Closing the connection would
 * be too late: the next statements on it are on their way before the error comes.
 */
const withoutEmptyPlaces = <Q extends object>(query: Q): Q => {
  const resolvable = query as Q & Resolvable
  const { resolve } = resolvable
  resolvable.resolve = result => {
    if (Array.isArray(result) && result.length > 0 && !(0 in result))
      result.splice(
        0,
        result.findIndex((_, at) => at in result),
      )
    resolve(result)
  }
  return query
}

/** Counts a statement as work of this process until its result, or its error, is given to who waits for it. */
const asWork = <Q extends object>(works: Works | undefined, query: Q): Q => {
  if (!works) return query
  const settling = query as Q & Resolvable
  const { resolve, reject } = settling
  const work = works.begin()
  settling.resolve = result => {
    works.end(work)
    resolve(result)
  }
  settling.reject = error => {
    works.end(work)
    reject(error)
  }
  return query
}

/** Statements with more parameters are not prepared: they hold many rows, and one with as many seldom follows. */
const maxPrepared = 100

/**
 * Makes a client prepare statements with parameters once per connection, and give results without empty places. The ORM
 * sends the same few statements again and again, and asks not to prepare them: each would take two round trips.
 * @param works undefined for the statements of a transaction, which is one work
 */
export const withSafeStatements = <C extends postgres.ISql>(client: C, works?: Works): C => {
  const unsafe = client.unsafe.bind(client)
  const prepared: typeof unsafe = (text, values = [], options = {}) => {
    const prepare = options.prepare || (values.length > 0 && values.length <= maxPrepared)
    return asWork(works, withoutEmptyPlaces(unsafe(text, values, { ...options, prepare })))
  }
  return Object.assign(client, { unsafe: prepared })
}

/**
 * Prevents the rollback of a transaction whose connection is lost: the driver would write it to a closed socket, which
 * ends the process (porsager/postgres #1208).
 */
export const withoutRollbackAfterLoss = <C extends postgres.Sql>(client: C, works: Works): C => {
  const begin = client.begin.bind(client) as (run: (tx: postgres.TransactionSql) => Promise<unknown>) => Promise<unknown>
  return Object.assign(client, {
    begin: (run: (tx: postgres.TransactionSql) => Promise<unknown>) => {
      const work = works.begin()
      return begin(tx =>
        run(withSafeStatements(tx)).catch(error => {
          // `begin` itself rejects when the connection is lost.
          if (isConnectionLost(error)) return new Promise(() => {})
          throw error
        }),
      ).finally(() => works.end(work))
    },
  })
}
