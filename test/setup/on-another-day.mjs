/**
 * Shifts the clock of a process to the instant that TEST_NOW names, for runs on other days (scripts/test-long.mjs): loaded by
 * NODE_OPTIONS, so that vitest, its workers and the products that tests start all have it. The time zone is that of TZ.
 */
import { shiftClock } from "./shift-clock.mjs"

// Processes of one run share the shift, which the first of them sets.
process.env.TEST_CLOCK_SHIFT ??= String(Date.parse(process.env.TEST_NOW) - Date.now())
shiftClock(Number(process.env.TEST_CLOCK_SHIFT))
