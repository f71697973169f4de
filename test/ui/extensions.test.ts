import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { takesDepartments } from "../../src/modules/departments/api"
import { gifts } from "../../src/modules/gifts/resource"
import { payments } from "../../src/modules/payments/api"
import { notifyRemoved, removalText } from "../../src/state/notifications"
import { setUndoUnsupported } from "../../src/state/recent-actions"
import { isSortable, listStateOf } from "../../src/ui/lists/use-list"
import { hasExtensions } from "../extensions"
import { speak } from "../kit"

/** What only extensions give is promised only where they are (docs/contract.md#extension-headers). */
beforeEach(() => speak("tr"))
afterEach(() => {
  hasExtensions(true)
  setUndoUnsupported(false)
})

describe("the undo of a deletion", () => {
  const promised = "Silinir. 10 dakika içinde geri alabilirsiniz."

  it("is promised with extensions, and not without them", () => {
    expect(removalText("Silinir.")).toBe(promised)
    hasExtensions(false)
    expect(removalText("Silinir.")).toBe("Silinir.")
  })

  it("is promised no more once a deletion came without a token", () => {
    notifyRemoved([], ["gifts"], "Silindi")
    expect(removalText("Silinir.")).toBe("Silinir.")
    notifyRemoved(["token"], ["gifts"], "Silindi")
    expect(removalText("Silinir.")).toBe(promised)
  })
})

describe.each([gifts, payments])("the list of $tag", ({ list }) => {
  it("is sorted with extensions", () => {
    expect([isSortable(list), listStateOf("?sortBy=name", list)]).toMatchObject([true, { sortBy: "name" }])
  })

  it("has no sort order without them, whatever the URL says", () => {
    hasExtensions(false)
    expect([isSortable(list), listStateOf("?sortBy=name&page=2", list)]).toEqual([false, { page: 1, pageSize: 8, filters: {} }])
  })
})

it("departments of an announcement are offered with extensions, or where the server has sent some", () => {
  expect(takesDepartments({ departmentIds: [] })).toBe(true)
  hasExtensions(false)
  expect(takesDepartments({ departmentIds: [] })).toBe(false)
  expect(takesDepartments({ departmentIds: ["21"] })).toBe(true)
})
