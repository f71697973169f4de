import { describe, expect, it } from "vitest"
import { isAddableBy, isUsedBy } from "../../src/contract/payments"

describe("a payment provider", () => {
  it.each([
    ["the company's own", { tenantId: "a", tenantIds: [] }, true, false],
    ["the platform's, taken over", { tenantId: null, tenantIds: ["b", "a"] }, true, false],
    ["the platform's, not taken over", { tenantId: null, tenantIds: ["b"] }, false, true],
    ["another company's, offered to it", { tenantId: "b", tenantIds: ["a"] }, true, false],
    ["another company's", { tenantId: "b", tenantIds: [] }, false, false],
  ])("that is %s is used or may be taken over", (_, provider, used, free) => {
    expect([isUsedBy(provider, "a"), isAddableBy(provider, "a")]).toEqual([used, free])
  })
})
