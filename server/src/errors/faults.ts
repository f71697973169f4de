/** What an unexpected error may tell: the log its cause without the values, which are people's; the caller nothing. */

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])

/** SQLSTATE, Node's or the driver's code of the error beneath. */
const codeOf = (error: unknown) =>
  causesOf(error)
    .map(cause => (cause as { code?: unknown }).code)
    .find(code => typeof code === "string")

/** The database is away, restarting, full of work, or gave up a statement: the same call may succeed a little later. */
const passing =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_|08|53|57P|57014|25P03|40001|40P01|55P03)/

export const isTransient = (error: unknown): boolean => passing.test(codeOf(error) ?? "")

/** A value that must be there once is there already. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === "23505"

/** The statement and its values stand in the outer error's words: only the innermost is told, and where it came from. */
export const loggable = (error: unknown) => {
  const inner = causesOf(error).at(-1)
  const frames = causesOf(error)[0]
    ?.stack?.split("\n")
    .filter(line => line.trimStart().startsWith("at "))
  return { error: inner?.message ?? "unknown", code: codeOf(error), at: frames?.slice(0, 8).map(line => line.trim()) }
}
