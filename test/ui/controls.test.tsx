// @vitest-environment happy-dom
import { act, useState } from "react"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { addMonths, weeksOf } from "../../src/ui/controls/calendar"
import { Combobox } from "../../src/ui/controls/combobox"
import { DateInput } from "../../src/ui/controls/date-input"
import { DateTimeInput } from "../../src/ui/controls/date-time-input"
import { Field } from "../../src/ui/controls/field"
import { MultiSelect } from "../../src/ui/controls/multi-select"
import { NumberInput } from "../../src/ui/controls/number-input"
import { differences } from "../../src/ui/forms/conflict"
import { pageNumbers } from "../../src/ui/lists/pager"
import { type Column, Table } from "../../src/ui/lists/table"
import { click, find, mount, press, speak, type } from "../kit"

let unmount: () => Promise<void> = async () => {}
const show = async (node: Parameters<typeof mount>[0]) => {
  ;({ unmount } = await mount(node))
}
beforeEach(() => speak("tr"))
afterEach(() => unmount())

const aria = { id: "f", "aria-invalid": undefined, "aria-describedby": undefined, "aria-required": undefined } as const
const input = () => document.getElementById("f") as HTMLInputElement
const options = ["Moda Atölye", "Ihlamur Kitabevi", "Işık Market", "Isıtma Merkezi"].map((label, at) => ({
  value: String(at),
  label,
}))

describe("a field", () => {
  it("names its control and describes it by its error, or else by its hint", async () => {
    await show(
      <>
        <Field id="a" label="Ad" hint="Kimlikteki ad" error="Ad gereklidir" required>
          {aria => <input {...aria} />}
        </Field>
        <Field id="b" label="Soyad" hint="Kimlikteki soyad" optional>
          {aria => <input {...aria} />}
        </Field>
      </>,
    )
    const [a, b] = [document.getElementById("a"), document.getElementById("b")]
    expect(a?.getAttribute("aria-invalid")).toBe("true")
    expect(document.getElementById(a?.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Ad gereklidir")
    expect(document.getElementById(b?.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Kimlikteki soyad")
    expect(document.body.textContent).not.toContain("Kimlikteki ad")
    expect(find("label", /^Soyad/).textContent).toContain("İsteğe bağlı")
  })
})

describe("a combobox", () => {
  let chosen = ""
  const Holder = () => {
    const [value, setValue] = useState("")
    chosen = value
    return <Combobox {...aria} value={value} onChange={setValue} options={options} placeholder="Marka ara" />
  }
  const shown = () => [...document.querySelectorAll("[role=option]")].map(option => option.textContent)

  it("finds what is typed without Turkish letters, exact spelling first", async () => {
    await show(<Holder />)
    await type(input(), "isi")
    expect(shown()).toEqual(["Işık Market", "Isıtma Merkezi"])
    await type(input(), "ısı")
    expect(shown()).toEqual(["Isıtma Merkezi", "Işık Market"])
    await type(input(), "yok böyle")
    expect(document.body.textContent).toContain("Eşleşen seçenek yok")
  })

  it("is worked by keys, names its active option, and is cleared by its button", async () => {
    await show(<Holder />)
    await press(input(), "ArrowDown")
    expect(input().getAttribute("aria-expanded")).toBe("true")
    await press(input(), "ArrowDown")
    const active = document.getElementById(input().getAttribute("aria-activedescendant") ?? "")
    expect(active?.textContent).toBe("Ihlamur Kitabevi")
    await press(input(), "Enter")
    expect([chosen, input().value, input().getAttribute("aria-expanded")]).toEqual(["1", "Ihlamur Kitabevi", "false"])
    await click(find("button", "Ihlamur Kitabevi seçimini kaldır"))
    expect([chosen, input().value]).toEqual(["", ""])
  })

  it("is left as it was by Escape", async () => {
    await show(<Holder />)
    await type(input(), "moda")
    await press(input(), "Escape")
    expect([chosen, input().value, shown()]).toEqual(["", "", []])
  })
})

describe("a multiselect", () => {
  it("shows chips, each removable, and Backspace takes the last", async () => {
    let chosen: string[] = []
    const Holder = () => {
      const [value, setValue] = useState(["0", "2"])
      chosen = value
      return <MultiSelect {...aria} value={value} onChange={setValue} options={options} placeholder="Ekle" />
    }
    await show(<Holder />)
    await press(input(), "Backspace")
    expect(chosen).toEqual(["0"])
    await type(input(), "ihlamur")
    await press(input(), "Enter")
    expect(chosen).toEqual(["0", "1"])
    await click(find("button", "Moda Atölye seçimini kaldır"))
    expect(chosen).toEqual(["1"])
  })
})

describe("a number", () => {
  it.each([
    ["1.250,5", 1250.5],
    ["", null],
    ["beş", Number.NaN],
  ])("typed as %j is %s, and stays as it was typed", async (text, value) => {
    let read: number | null = 7
    const Holder = () => {
      const [number, setNumber] = useState<number | null>(7)
      read = number
      return <NumberInput {...aria} value={number} onChange={setNumber} />
    }
    await show(<Holder />)
    expect(input().value).toBe("7")
    await type(input(), text)
    expect([read, input().value]).toEqual([value, text])
  })
})

describe("a date", () => {
  let day = ""
  const Holder = () => {
    const [value, setValue] = useState("2026-12-15")
    day = value
    return <DateInput {...aria} value={value} onChange={setValue} />
  }
  it("is shown and taken as gg.aa.yyyy in Turkish, and nonsense stays to be mended", async () => {
    await show(<Holder />)
    expect(input().value).toBe("15.12.2026")
    await type(input(), "1/2/27")
    expect([day, input().value]).toEqual(["2027-02-01", "1/2/27"])
    await act(async () => input().blur())
    expect(input().value).toBe("01.02.2027")
    await type(input(), "yarın")
    expect([day, input().value]).toEqual(["yarın", "yarın"])
  })

  it("is picked from the calendar by keys alone", async () => {
    await show(<Holder />)
    await click(find("button", "Takvimi aç"))
    const grid = document.querySelector("[role=grid]")
    expect(document.activeElement?.getAttribute("data-day")).toBe("2026-12-15")
    for (const [key, expected] of [
      ["ArrowRight", "2026-12-16"],
      ["ArrowDown", "2026-12-23"],
      ["PageDown", "2027-01-23"],
      ["Home", "2027-01-18"],
      ["End", "2027-01-24"],
      ["ArrowUp", "2027-01-17"],
    ] as const) {
      await press(grid, key)
      expect(document.activeElement?.getAttribute("data-day")).toBe(expected)
    }
    await click(document.activeElement)
    expect([day, input().value]).toEqual(["2027-01-17", "17.01.2027"])
    expect(document.querySelector("[role=grid]")).toBeNull()
  })

  it("steps over months of other lengths, in weeks that begin on Monday", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28")
    expect(addMonths("2026-12-31", 2)).toBe("2027-02-28")
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28")
    expect(weeksOf("2026-11-21")[0]?.[0]).toBe("2026-10-26")
  })
})

describe("a date with a time", () => {
  it("is an instant in the deployment's zone", async () => {
    let instant = ""
    const Holder = () => {
      const [value, setValue] = useState("")
      instant = value
      return <DateTimeInput {...aria} defaultTime="23:59" value={value} onChange={setValue} />
    }
    await show(<Holder />)
    const time = find("input", "Saat") as HTMLInputElement
    await type(input(), "15.12.2026")
    expect(instant).toBe("2026-12-15T20:59:00.000Z")
    await type(time, "930")
    expect(instant).toBe("2026-12-15T06:30:00.000Z")
    await act(async () => time.blur())
    expect(time.value).toBe("09:30")
    await type(time, "25:00")
    expect(Number.isNaN(Date.parse(instant))).toBe(true)
    expect(input().value).toBe("15.12.2026")
  })
})

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
  const Holder = ({ isLoading = false }) => {
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
        sort={{ by: "name", order: "asc" }}
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
