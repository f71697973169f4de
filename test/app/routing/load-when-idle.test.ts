import { afterEach, expect, it, vi } from "vitest"
import { SignInAgain } from "../../../src/app/access/sign-in-again"
import { loadWhenIdle } from "../../../src/app/routing/load-when-idle"
import { screens } from "../../../src/app/routing/screens"

afterEach(() => vi.unstubAllGlobals())

/** Stands in for chunks that are loaded, of which one fails. @returns the names of those that were asked for */
const watchLoads = () => {
  const loads: string[] = []
  for (const [name, screen] of Object.entries({ ...screens, SignInAgain }))
    if (screen)
      screen.load = async () => {
        loads.push(name)
        if (name === "app.audit") throw new Error("offline")
      }
  return loads
}

it("loads the console's screens one after the other, each while the browser is idle, and goes on after a failure", async () => {
  const loads = watchLoads()
  const waiting: (() => void)[] = []
  vi.stubGlobal("requestIdleCallback", (run: () => void) => waiting.push(run))

  const done = loadWhenIdle(screens)
  const names = [...Object.keys(screens).filter(name => !name.startsWith("public.")), "SignInAgain"]
  for (let count = 0; count < names.length; count++) {
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { interval: 1 })
    expect(loads).toEqual(names.slice(0, count))
    waiting.shift()?.()
  }
  await done
  expect(loads).toEqual(names)
})

it("loads nothing where the browser asks for few transfers", async () => {
  const loads = watchLoads()
  vi.stubGlobal("requestIdleCallback", (run: () => void) => run())
  vi.stubGlobal("navigator", { connection: { saveData: true } })
  await loadWhenIdle(screens)
  expect(loads).toEqual([])
})
