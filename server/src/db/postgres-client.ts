import type postgres from "postgres"

/** Whether an error of the driver, recognised by its parameters, reports that the connection is lost or about to be closed. */
export const isConnectionLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, severity } = error as { code?: unknown; severity?: string }
  // Citus tells by an ordinary error that a worker is not reached.
  const isLost =
    "parameters" in error && severity !== "ERROR" && /^(57P0|25P03|08|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/.test(String(code))
  return isLost || isConnectionLost(error.cause)
}

/**
 * Removes the empty places at the beginning of a result. The driver does not reset its count of rows when a statement
 * breaks after some of them, as one that is stopped for its time, and the next result on that connection begins at this
 * count (porsager/postgres #1181). Its rows are complete, and only their places are wrong. Closing the connection would
 * be too late: the next statements on it are on their way before the error comes.
 */
const withoutEmptyPlaces = <T extends unknown[]>(result: T): T => {
  if (result.length > 0 && !(0 in result))
    result.splice(
      0,
      result.findIndex((_, at) => at in result),
    )
  return result
}

/** Statements with more parameters are not prepared: they hold many rows, and one with as many seldom follows. */
const maxPrepared = 100

/** What waits for the server: `begun` once a transaction has its connection, `end` with the answer. */
export type Waiting = { begun: () => void; end: () => void }

/** What is told of statements. `prepares`: whether the connections keep prepared ones. */
export type Watch = {
  /** @param reject ends the wait when the server is given up: a connection to one that is silent does not close */
  wait: (reject: (error: Error) => void) => Waiting
  failed: (error: unknown) => void
  prepares: boolean
  places?: Places | undefined
}

/**
 * As many places as there are connections. The driver sends further statements on a connection before the first is answered; a pool
 * that shares connections gives the server's away after the first answer, and the second statement gets none (PgBouncer before 1.21).
 */
type Places = { take: () => Promise<void>; give: () => void }

export const createPlaces = (count: number): Places => {
  const waiting: (() => void)[] = []
  let free = count
  return {
    take: async () => {
      if (free > 0) free--
      else await new Promise<void>(resolve => waiting.push(resolve))
    },
    give: () => {
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}

/** Passes a promise on, until the server is given up. */
const watched = <T>({ wait, failed, places }: Watch, run: (waiting: Waiting) => PromiseLike<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const waiting = wait(reject)
    const inPlace = async (own: Places) => {
      await own.take()
      return Promise.resolve(run(waiting)).finally(own.give)
    }
    const running = places ? inPlace(places) : run(waiting)
    running.then(
      value => {
        waiting.end()
        resolve(value)
      },
      error => {
        waiting.end()
        failed(error)
        reject(error)
      },
    )
  })

/**
 * Replaces `unsafe`, by which the ORM sends its statements: those with parameters are prepared once per connection, since each
 * takes two round trips otherwise, and results have no empty places.
 */
export const withSafeStatements = <C extends postgres.ISql>(client: C, watch: Watch): C => {
  const unsafe = client.unsafe.bind(client)
  const prepared: typeof unsafe = (text, values = [], options = {}) => {
    const prepare = watch.prepares && (options.prepare || (values.length > 0 && values.length <= maxPrepared))
    const query: postgres.PendingQuery<postgres.Row[]> = unsafe(text, values, { ...options, prepare })
    const then: Promise<postgres.Row[]>["then"] = query.then.bind(query)
    // The driver's `begin` is in the place of its transaction.
    const own = text.startsWith("begin") ? { ...watch, places: undefined } : watch
    const whole: typeof then = (done, fail) => watched(own, () => then(withoutEmptyPlaces)).then(done, fail)
    // biome-ignore lint/suspicious/noThenProperty: a promise whose methods the ORM calls before it awaits it
    return Object.assign(query, { then: whole }) as never
  }
  return Object.assign(client, { unsafe: prepared })
}

/**
 * Replaces `begin`, by which the ORM opens transactions: where the connection is lost there is no rollback, which the driver
 * would write to a closed socket and end the process (porsager/postgres #1208).
 */
export const withoutRollbackAfterLoss = <C extends postgres.Sql>(client: C, watch: Watch): C => {
  const begin = client.begin.bind(client) as (run: (tx: postgres.TransactionSql) => Promise<unknown>) => Promise<unknown>
  return Object.assign(client, {
    begin: (run: (tx: postgres.TransactionSql) => Promise<unknown>) =>
      watched(watch, waiting =>
        begin(tx => {
          waiting.begun()
          return run(withSafeStatements(tx, { ...watch, places: undefined })).catch(error => {
            // `begin` itself rejects when the connection is lost.
            if (isConnectionLost(error)) return new Promise(() => {})
            throw error
          })
        }),
      ),
  })
}
