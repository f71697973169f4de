import { hostname } from "node:os"
import { type DestinationStream, type LevelWithSilentOrString, type Logger, pino } from "pino"
import { build } from "./release"

/** Output whose reader has closed, as of `npm start | head`, is dropped, and the process continues. */
export const dropUnreadOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}

/**
 * The log, as JSON lines on standard output. Lines do not take pino's own way, which repeats a failed write for ever when
 * the process ends: with a closed reader, it would never end.
 */
export const createLog = (
  level: LevelWithSilentOrString,
  destination: DestinationStream = { write: line => void process.stdout.write(line) },
): Logger => pino({ level, base: { pid: process.pid, hostname: hostname(), release: build } }, destination)

/**
 * What AUDIT_LOG names: the log, whatever its level, or a file of its own, which is opened anew after SIGHUP.
 * @throws where the file can't be written
 */
export const createAuditLog = (auditLog: string) => {
  if (auditLog === "none") return undefined
  const file = auditLog === "log" ? undefined : pino.destination({ dest: auditLog, mode: 0o600, sync: true })
  if (file) process.on("SIGHUP", () => file.reopen())
  const log = createLog("info", file)
  return (line: object) => log.info(line)
}
