import { describe, expect, it } from "vitest"
import { isAddableBy, isUsedBy } from "../../src/contract/payments"

describe("a payment provider", () => {
  it.each([
    ["the company's own", { tenantId: "a", tenantIds: [] }, true, false],
    ["the platform's, taken over", { tenantId: null, tenantIds: ["b", "a"] }, true, false],
    ["the platform's, not taken over", { tenantId: null, tenantIds: ["b"] }, false, true],
    ["another company's, offered to it", { tenantId: "b", tenantIds: ["a"] }, true, false],
    ["another company's", { tenantId: "b", tenantIds: [] }, false, false],
    ["the platform's, inactive", { tenantId: null, tenantIds: [], status: 0 }, false, false],
    ["the platform's, of an unknown status", { tenantId: null, tenantIds: [], status: 7 }, false, true],
  ])("that is %s is used or may be taken over", (_, given, used, free) => {
    const provider = { status: 1, ...given }
    expect([isUsedBy(provider, "a"), isAddableBy(provider, "a")]).toEqual([used, free])
  })
})
