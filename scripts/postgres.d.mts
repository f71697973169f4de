/** Returns the folder of the newest installed server's programs, or of those on the PATH; undefined without any. */
export const findPostgres: () => string | undefined

export type Postgres = {
  url: string
  port: number
  stop: () => Promise<void>
  /** Stops by SIGINT ("fast") or SIGQUIT ("immediate") and starts again. @param downMs time between the two */
  restart: (signal: "SIGINT" | "SIGQUIT", downMs?: number) => Promise<void>
  /** Makes a standby a primary. */
  promote: () => void
  /** To all processes of the server: after SIGSTOP it is there and answers nothing. */
  signal: (signal: "SIGSTOP" | "SIGKILL" | "SIGCONT") => void
  /** Processor time of the server and its connections so far; undefined where there is no /proc. */
  processorSeconds: () => number | undefined
}

/**
 * Starts a temporary server on loopback. @throws when no server is installed and none may be installed
 * @param options.of another server whose standby it becomes, by the name `standby`; `port`: instead of a free one
 */
export const startPostgres: (options?: { of?: Postgres; port?: number }) => Promise<Postgres>
