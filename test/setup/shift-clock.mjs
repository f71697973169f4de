/**
 * Shifts the clock of a process to the instant that TEST_NOW names, for runs on other days (scripts/test-long.mjs): loaded by
 * NODE_OPTIONS, so that vitest, its workers and the products that tests start all have it. The time zone is that of TZ.
 */
const { TEST_NOW } = process.env

/** The source of a function that is also run in pages (test/browser/kit.ts). @param ms by how much the clock is ahead */
export const shiftClock = ms => {
  const Real = Date
  const now = () => Real.now() + ms
  globalThis.Date = new Proxy(Real, {
    construct: (target, values, asked) => Reflect.construct(target, values.length ? values : [now()], asked),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  })
}

if (TEST_NOW) {
  // Processes of one run share the shift, which the first of them sets.
  process.env.TEST_CLOCK_SHIFT ??= String(Date.parse(TEST_NOW) - Date.now())
  shiftClock(Number(process.env.TEST_CLOCK_SHIFT))
}
