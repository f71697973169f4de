import { hostname } from "node:os"
import { type LevelWithSilentOrString, type Logger, pino } from "pino"
import { build } from "./release"

/** Output whose reader has closed, as of `npm start | head`, is dropped, and the process continues. */
export const dropUnreadOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}

/**
 * The log, as JSON lines on standard output. Lines do not take pino's own way, which repeats a failed write for ever when
 * the process ends: with a closed reader, it would never end.
 */
export const createLog = (level: LevelWithSilentOrString): Logger =>
  pino(
    { level, base: { pid: process.pid, hostname: hostname(), release: build } },
    { write: line => void process.stdout.write(line) },
  )
