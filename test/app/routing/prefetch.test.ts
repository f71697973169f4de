import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { prefetchLink } from "../../../src/app/routing/prefetch"
import { screens } from "../../../src/app/screens/table"
import { signedOut, verified } from "../../../src/state/session"

const fetched: string[] = []
beforeEach(() => {
  fetched.length = 0
  for (const { path, component } of screens) vi.spyOn(component, "prefetch").mockImplementation(() => void fetched.push(path))
  const expiry = Date.now() + 900_000
  const tokens = { token: "t", refreshToken: "r", tokenExpiry: expiry, refreshExpiry: expiry }
  verified({ email: "a@b.c", role: "TenantAdmin", userId: "1", tenantId: "2" }, tokens)
})
afterEach(() => {
  signedOut("left")
  vi.restoreAllMocks()
})

it("pages that the person may open are fetched ahead, those of another role are not", () => {
  prefetchLink("/admin/company-management")
  prefetchLink("/nowhere")
  expect(fetched).toEqual([])
  prefetchLink("/user/campaigns?page=2")
  expect(fetched).toHaveLength(1)
})
