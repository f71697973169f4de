// @vitest-environment happy-dom

import { expect, it, vi } from "vitest"
import { loadWhenIdle } from "../../src/app/load-when-idle"
import { screens } from "../../src/app/screens"

it("loads the console's screens one after the other, each while the browser is idle", async () => {
  const loads: string[] = []
  for (const [name, screen] of Object.entries(screens)) if (screen) screen.load = async () => void loads.push(name)
  const waiting: (() => void)[] = []
  vi.stubGlobal("requestIdleCallback", (run: () => void) => waiting.push(run))

  void loadWhenIdle(screens)
  for (const count of [0, 1, 2, 3]) {
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    expect(loads).toHaveLength(count)
    waiting.shift()?.()
  }
  expect(loads.filter(name => name.startsWith("public."))).toEqual([])
})
