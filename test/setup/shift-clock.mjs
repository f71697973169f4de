/** Moves the clock of a process, or of a page (test/browser/kit.ts). @param ms by how much it is ahead */
export const shiftClock = ms => {
  const Real = Date
  const now = () => Real.now() + ms
  globalThis.Date = new Proxy(Real, {
    construct: (target, values, asked) => Reflect.construct(target, values.length ? values : [now()], asked),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  })
}
