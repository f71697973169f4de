/** Returns the folder of the newest installed server's programs, or of those on the PATH; undefined without any. */
export const findPostgres: () => string | undefined

/** Starts a temporary server on loopback. @throws when no server is installed and none may be installed */
export const startPostgres: () => Promise<{
  url: string
  stop: () => Promise<void>
  /** Stops by SIGINT ("fast") or SIGQUIT ("immediate") and starts again. @param downMs time between the two */
  restart: (signal: "SIGINT" | "SIGQUIT", downMs?: number) => Promise<void>
  /** Processor time of the server and its connections so far; undefined where there is no /proc. */
  processorSeconds: () => number | undefined
}>
