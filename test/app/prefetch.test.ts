// @vitest-environment happy-dom

import { expect, it, vi } from "vitest"
import { loadWhenIdle } from "../../src/app/prefetch"
import { screens } from "../../src/app/screens"
import { session, verified } from "../../src/state/session"

it("loads a signed-in person's screens one after the other, each while the browser is idle", async () => {
  const loads: string[] = []
  for (const [name, screen] of Object.entries(screens)) if (screen) screen.load = async () => void loads.push(name)
  const waiting: (() => void)[] = []
  vi.stubGlobal("requestIdleCallback", (run: () => void) => waiting.push(run))

  await loadWhenIdle()
  expect(waiting).toEqual([])

  const user = { userId: "1", email: "ayse@example.com", role: "TenantAdmin" as const }
  verified(user, { token: "a", tokenExpiry: 900_000, refreshToken: "b", refreshExpiry: 900_000 })
  void loadWhenIdle()
  for (const count of [0, 1, 2, 3]) {
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    expect(loads).toHaveLength(count)
    waiting.shift()?.()
  }
  expect(loads.filter(name => name.startsWith("public."))).toEqual([])
  session.current = { status: "idle" }
})
