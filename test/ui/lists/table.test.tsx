import { useState } from "react"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { differences } from "../../../src/core/form/merge"
import { pageNumbers } from "../../../src/ui/lists/pager"
import { type Column, Table } from "../../../src/ui/lists/table"
import { click, find, mount, speak } from "../../kit"

let unmount: () => Promise<void> = async () => {}
const show = async (node: Parameters<typeof mount>[0]) => {
  ;({ unmount } = await mount(node))
}
beforeEach(() => speak("tr"))
afterEach(() => unmount())

describe("a table", () => {
  type Row = { id: string; name: string }
  const columns: Column<Row>[] = [
    { key: "name", label: "campaign.one", sort: "name", isMain: true, text: row => row.name },
    { key: "id", label: "campaign.status", text: row => row.id },
  ]
  const rows = [
    { id: "1", name: "Bir" },
    { id: "2", name: "" },
  ]
  let sorted: unknown
  let selected: string[] = []
  const Holder = ({ isLoading = false, order = "asc" }: { isLoading?: boolean; order?: "asc" | "desc" }) => {
    const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
    selected = [...ids]
    return (
      <Table
        caption="Kayıtlar"
        columns={columns}
        rows={isLoading ? [] : rows}
        rowLabel={row => row.name}
        isLoading={isLoading}
        skeletonRows={3}
        sort={{ by: "name", order }}
        onSort={sort => {
          sorted = sort
        }}
        selected={ids}
        onSelect={setIds}
        rowMenu={() => null}
      />
    )
  }
  it("says how it is sorted, turns the order, and shows a dash for what is missing", async () => {
    await show(<Holder />)
    expect(document.querySelector("th[aria-sort=ascending]")?.textContent).toContain("Kampanya")
    await click(find("th button", /Kampanya/))
    expect(sorted).toEqual({ by: "name", order: "desc" })
    expect(document.querySelectorAll("td.table__main")[1]?.textContent).toBe("—")
    await unmount()
    await show(<Holder order="desc" />)
    expect(document.querySelector("th[aria-sort=descending]")?.textContent).toContain("Kampanya")
  })
  it("selects one, all, and none; the head shows which", async () => {
    await show(<Holder />)
    const all = find("input", "Bu sayfadaki tüm kayıtları seç") as HTMLInputElement
    await click(find("input", "Bir kaydını seç"))
    expect([selected, all.indeterminate, all.checked]).toEqual([["1"], true, false])
    await click(all)
    expect([selected, all.indeterminate, all.checked]).toEqual([["1", "2"], false, true])
    await click(all)
    expect(selected).toEqual([])
  })
  it("has menus that follow what else they depend on, while the records stay", async () => {
    let cells = 0
    const counted: Column<Row>[] = [
      {
        key: "name",
        label: "campaign.one",
        isMain: true,
        text: row => {
          cells++
          return row.name
        },
      },
    ]
    const Permitted = () => {
      const [mayEdit, setMayEdit] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setMayEdit(true)}>
            permit
          </button>
          <Table
            caption="Kayıtlar"
            columns={counted}
            rows={rows}
            rowLabel={row => row.name}
            isLoading={false}
            skeletonRows={3}
            rowMenu={row => <i>{`${row.id} ${mayEdit ? "edit" : "view"}`}</i>}
          />
        </>
      )
    }
    await show(<Permitted />)
    const before = cells
    await click(find("button", "permit"))
    expect([...document.querySelectorAll("td i")].map(({ textContent }) => textContent)).toEqual(["1 edit", "2 edit"])
    expect(cells).toBe(before)
  })
  it("that is loading is busy and shows skeletons", async () => {
    await show(<Holder isLoading />)
    expect(document.querySelector("table")?.getAttribute("aria-busy")).toBe("true")
    expect(document.querySelectorAll("tbody tr")).toHaveLength(3)
  })
})

describe("a pager", () => {
  it.each([
    [0, 1, [0]],
    [0, 3, [0, 1, 2]],
    [0, 12, [0, 1, undefined, 11]],
    [5, 12, [0, undefined, 4, 5, 6, undefined, 11]],
    [11, 12, [0, undefined, 10, 11]],
    [2, 5, [0, 1, 2, 3, 4]],
  ])("on page %d of %d names %j", (page, pages, expected) => {
    expect(pageNumbers(page, pages)).toEqual(expected)
  })
})

describe("a conflict", () => {
  it("lists what differs; what only they changed is theirs by default", () => {
    const base = { a: 1, b: 1, c: 1, d: [1] }
    expect(differences(base, { a: 2, b: 1, c: 2, d: [1] }, { a: 3, b: 2, c: 2, d: [1] })).toEqual([
      { field: "a", side: "mine" },
      { field: "b", side: "theirs" },
    ])
  })
})
