/** The installed program, or undefined. */
export const pgbouncerProgram: string | undefined

export type Pgbouncer = {
  url: string
  /** Kills it, and starts it again. @param downMs time between the two */
  restart: (downMs?: number) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a pool in transaction mode by deploy/pgbouncer.ini. @param settings lines that come last. @throws when it is not installed */
export const startPgbouncer: (url: string, settings?: string[]) => Promise<Pgbouncer>
