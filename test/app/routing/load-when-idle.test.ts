import { afterEach, expect, it, vi } from "vitest"
import { SignInAgain } from "../../../src/app/access/sign-in-again"
import { loadWhenIdle } from "../../../src/app/routing/load-when-idle"
import { screens } from "../../../src/app/screens/table"

afterEach(() => vi.unstubAllGlobals())

const components = [
  ...new Set(screens.filter(({ access }) => access !== "public").map(({ component }) => component)),
  SignInAgain,
]

/** Stands in for chunks that are loaded, of which one fails. @returns the positions of those that were asked for */
const watchLoads = () => {
  const loads: number[] = []
  for (const [at, component] of components.entries())
    component.load = async () => {
      loads.push(at)
      if (at === 2) throw new Error("offline")
    }
  for (const { access, component } of screens) if (access === "public") component.load = async () => void loads.push(-1)
  return loads
}

it("loads the console's screens one after the other, each while the browser is idle, and goes on after a failure", async () => {
  const loads = watchLoads()
  const waiting: (() => void)[] = []
  vi.stubGlobal("requestIdleCallback", (run: () => void) => waiting.push(run))

  const done = loadWhenIdle()
  const all = [...components.keys()]
  for (let count = 0; count < all.length; count++) {
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { interval: 1 })
    expect(loads).toEqual(all.slice(0, count))
    waiting.shift()?.()
  }
  await done
  expect(loads).toEqual(all)
})

it("loads nothing where the browser asks for few transfers", async () => {
  const loads = watchLoads()
  vi.stubGlobal("requestIdleCallback", (run: () => void) => run())
  vi.stubGlobal("navigator", { connection: { saveData: true } })
  await loadWhenIdle()
  expect(loads).toEqual([])
})
