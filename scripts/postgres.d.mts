/** The newest installed server's programs, or those on the PATH; undefined when there are none. */
export const findPostgres: () => string | undefined

/** Starts a server of its own in a temporary folder. @throws one line when there is none and none may be installed */
export const startPostgres: () => Promise<{
  url: string
  stop: () => Promise<void>
  /** By SIGINT (PostgreSQL's "fast") or SIGQUIT ("immediate"). @param away how long it stays down, ms */
  restart: (signal: "SIGINT" | "SIGQUIT", away?: number) => Promise<void>
}>
