/** Classification of unexpected errors, and the part of them that may be logged. */

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])

/** The SQLSTATE, or the code of Node or of the driver, of the first error in the chain of causes that has one. */
const codeOf = (error: unknown) =>
  causesOf(error)
    .map(cause => (cause as { code?: unknown }).code)
    .find(code => typeof code === "string")

/** The database is unreachable, restarting or overloaded, or it cancelled the statement. */
const transientCodes =
  /^(25006|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_|08|53|57P|57014|25P03|40001|40P01|55P03)/

/** Whether the same call may succeed a little later. */
export const isTransient = (error: unknown): boolean => transientCodes.test(codeOf(error) ?? "")

/** Whether the server is a standby, or became one. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006"

/** Whether other rows name a row that was to be deleted, or a trigger keeps it. */
export const isKept = (error: unknown): boolean => ["23503", "P0001"].includes(codeOf(error) ?? "")

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === "23505"

const maxFrames = 8

/**
 * The loggable part of an error: message of the innermost cause, code, and stack frames. The outer message contains the
 * SQL statement with its values, which may be personal data.
 */
export const loggable = (error: unknown) => {
  const inner = causesOf(error).at(-1)
  const frames = causesOf(error)[0]
    ?.stack?.split("\n")
    .filter(line => line.trimStart().startsWith("at "))
  return { error: inner?.message ?? "unknown", code: codeOf(error), at: frames?.slice(0, maxFrames).map(line => line.trim()) }
}
