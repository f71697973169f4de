import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { inactivityTimeoutMs } from "../../src/contract/inactivity"
import { startActivity } from "../../src/effects/activity"
import { activity, warningMs } from "../../src/state/activity"
import { session, signedOut, verified } from "../../src/state/session"

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  const expiry = Date.now() + 10 * inactivityTimeoutMs
  const tokens = { token: "t", refreshToken: "r", tokenExpiry: expiry, refreshExpiry: expiry }
  verified({ email: "a@b.c", role: "TenantAdmin", userId: "1", tenantId: "2" }, tokens)
  localStorage.setItem("accessToken", "t")
  stop = startActivity()
})
afterEach(() => {
  stop()
  signedOut("left")
  localStorage.clear()
  vi.useRealTimers()
})

it("a session ends after 30 minutes without input, with a warning in the last one", () => {
  vi.advanceTimersByTime(inactivityTimeoutMs / 2)
  window.dispatchEvent(new Event("keydown"))
  vi.advanceTimersByTime(inactivityTimeoutMs - warningMs - 1_000)
  expect([session.current.status, activity.endsAt]).toEqual(["verified", undefined])
  vi.advanceTimersByTime(2_000)
  expect(activity.endsAt).toBeGreaterThan(Date.now())
  vi.advanceTimersByTime(warningMs)
  expect(session.current).toMatchObject({ status: "idle", reason: "inactive" })
})
