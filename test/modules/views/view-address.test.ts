import { describe, expect, it } from "vitest"
import { codes } from "../../../src/core/codes"
import { listSearch, viewSearch } from "../../../src/modules/views/view-address"
import type { Filter } from "../../../src/ui/lists/list-filters"

/** Queries of saved views (docs/console.md#saved-views). */
const kinds = codes("info", "warning")
const filters: Filter[] = [
  { kind: "dates", from: "startDate", to: "endDate", label: "ui.from" },
  { kind: "choice", name: "type", label: "ui.columns", look: { of: kinds, texts: {} } as never },
  { kind: "preset", name: "attention", texts: { due: "ui.all" } },
]
const today = "2026-11-26"

describe("a view", () => {
  it.each([
    ["?page=3&view=1&status=2", "status=2"],
    ["sortBy=title&keyword=a%26b", "keyword=a%26b&sortBy=title"],
    ["startDate=2026-11-01&endDate=2026-11-30", "startDate=%40thisMonth"],
    ["startDate=2026-10-01&endDate=2026-10-31&type=1", "startDate=%40lastMonth&type=1"],
    ["startDate=2026-10-28&endDate=2026-11-26", "startDate=%40last30Days"],
    ["startDate=2026-11-01&endDate=2026-11-29", "endDate=2026-11-29&startDate=2026-11-01"],
    ["startDate=2026-11-01", "startDate=2026-11-01"],
  ])("of the address %j is stored as %j", (search, stored) => {
    expect(viewSearch(search, filters, today)).toBe(stored)
  })

  it.each([
    ["startDate=%40thisMonth", "startDate=2027-02-01&endDate=2027-02-28", false],
    ["status=2&sortBy=title&sortOrder=desc&pageSize=20", "status=2&sortBy=title&sortOrder=desc&pageSize=20", false],
    ["type=1&attention=due", "type=1&attention=due", false],
    ["type=7&keyword=a", "keyword=a", true],
    ["brand=9", "", true],
    ["attention=gone", "", true],
    ["startDate=%40nextYear", "", true],
  ])("stored as %j shows %j in February", (stored, search, hasLoss) => {
    expect(listSearch(stored, filters, "2027-02-10")).toEqual({ search, hasLoss })
  })

  it.each(["startDate=2026-11-01&endDate=2026-11-30&type=1", "keyword=%C5%9F&sortBy=title&sortOrder=asc", ""])(
    "of %j is that again",
    search => {
      const { search: shown } = listSearch(viewSearch(search, filters, today), filters, today)
      expect(viewSearch(shown, filters, today)).toBe(viewSearch(search, filters, today))
      expect(Object.fromEntries(new URLSearchParams(shown))).toEqual(Object.fromEntries(new URLSearchParams(search)))
    },
  )
})
