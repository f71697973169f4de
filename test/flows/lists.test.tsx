import { describe, expect, it } from "vitest"
import { rangesAround } from "../../src/core/dates/date-ranges"
import { fromInstant } from "../../src/core/dates/dates"
import { startListPositions } from "../../src/effects/list-positions"
import { config } from "../../src/state/config"
import { cache } from "../../src/state/instances"
import { signedOut } from "../../src/state/session"
import { act, click, find, heading, rows, search, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** Lists at work (docs/console.md#tables, docs/console.md#way-back-to-a-list). */
const screens = consoleOnApi()

const titleOf = (row: Element | undefined) => row?.querySelector(".table__main a")?.textContent ?? ""
const openList = async (path: string, count = 8) => {
  await screens.open("tr", path)
  await until(() => expect(rows()).toHaveLength(count))
}

describe("the way back from a record", () => {
  it("that was opened by its row, not by its checkbox or menu, is the list as it was left, until a sign-out", async () => {
    await openList("campaigns?status=4&sortBy=title&sortOrder=asc&page=2", 4)
    const left = location.search
    const opened = titleOf(rows()[1])
    expect(rows()[1]?.querySelector("[role=rowheader]")?.textContent).toContain(opened)
    await click(rows()[1]?.querySelector(".table__check"))
    await click(rows()[1]?.querySelector(".table__actions button"))
    expect(location.pathname).toBe("/user/campaigns")
    await click(rows()[1]?.querySelector(".table__actions button"))
    await click(rows()[1]?.querySelectorAll("td")[3])
    await until(() => expect(heading()).toBe(opened))
    const name = document.querySelector("main")?.getAttribute("aria-labelledby") ?? ""
    expect(document.querySelector(`#${name}`)?.textContent).toBe(opened)
    await until(() => expect(document.querySelector(".siblings")).toBeTruthy())
    expect(sessionStorage.getItem("listPlaces")).toContain("page=2")
    await click(document.querySelector(".breadcrumb a"))
    await until(() => expect(rows()).toHaveLength(4))
    expect(location.search).toBe(left)
    await until(() => expect(document.activeElement?.textContent).toBe(opened))
    const stop = startListPositions()
    await act(async () => signedOut("left"))
    await until(() => expect(sessionStorage.getItem("listPlaces")).toBeNull())
    stop()
  })
})

describe("a list that is kept", () => {
  const choose = async () => {
    await openList("campaigns")
    await click(document.querySelector("tbody input[type=checkbox]"))
    await until(() => expect(document.querySelector(".bulk-bar")).toBeTruthy())
  }
  const open = async () => {
    const opened = titleOf(rows()[1])
    await click(rows()[1]?.querySelectorAll("td")[3])
    await until(() => expect(heading()).toBe(opened))
  }

  it("has its selection and its elements on the way back, by a link or by the browser", async () => {
    await choose()
    const row = rows()[1]
    await open()
    await until(() => expect(document.querySelector(".breadcrumb a")).toBeTruthy())
    await click(document.querySelector(".breadcrumb a"))
    await until(() => expect(rows()[1]).toBe(row))
    expect(document.querySelector(".bulk-bar")).toBeTruthy()
    await open()
    await act(async () => history.back())
    await until(() => expect(location.pathname).toBe("/user/campaigns"))
    expect(rows()[1]).toBe(row)
  })

  it("takes no focus while another page follows its record", async () => {
    await openList("campaigns")
    await open()
    await act(async () => history.pushState(null, "", "/user/campaigns/add"))
    await until(() => expect(document.getElementById("title")).toBeTruthy())
    await until(() => expect(document.activeElement?.id).toBe("main"))
  })

  it("is made anew after something was saved meanwhile", async () => {
    await choose()
    const row = rows()[1]
    await open()
    cache.invalidate("campaigns")
    await until(() => expect(document.querySelector(".breadcrumb a")).toBeTruthy())
    await click(document.querySelector(".breadcrumb a"))
    await until(() => expect(rows()).toHaveLength(8))
    expect(rows()[1]).not.toBe(row)
    expect(document.querySelector(".bulk-bar")).toBeNull()
  })
})

describe("a list that is opened again", () => {
  const leave = async () => {
    await click(document.querySelector('.page-header a[href$="/add"]'))
    await until(() => expect(document.getElementById("title")).toBeTruthy())
  }

  it("shows its rows at once, and has neither the selection nor the keyword in which it was left, which was not applied", async () => {
    await openList("campaigns")
    await click(document.querySelector("tbody input[type=checkbox]"))
    await until(() => expect(document.querySelector(".bulk-bar")).toBeTruthy())
    await type(document.querySelector("input[type=search]"), "kahve")
    await leave()
    await act(async () => new Promise(done => setTimeout(done, 300)))
    expect(location.search).toBe("")
    await click(document.querySelector('.sidebar a[href="/user/campaigns"]'))
    expect(rows()).toHaveLength(8)
    expect(document.querySelector(".bulk-bar")).toBeNull()
    expect(document.querySelector<HTMLInputElement>("input[type=search]")?.value).toBe("")
  })
})

describe("the previous and the next record", () => {
  it("are those of the list, over its pages, and the way back follows", async () => {
    await openList("campaigns?sortBy=title&sortOrder=asc")
    const [, , , , , , seventh, eighth] = rows().map(titleOf)
    const total = /\/ (\d+)/.exec(document.querySelector(".pager p")?.textContent ?? "")?.[1]
    await click(rows()[6]?.querySelectorAll("td")[3])
    await until(() => expect(document.querySelector(".siblings")?.textContent).toBe(`7 / ${total}`))
    expect(heading()).toBe(seventh)
    await click(find(".siblings button", "Sonraki kayıt"))
    await until(() => expect(heading()).toBe(eighth))
    await click(find(".siblings button", "Sonraki kayıt"))
    await until(() => expect(document.querySelector(".siblings")?.textContent).toBe(`9 / ${total}`))
    const ninth = heading()
    await click(document.querySelector(".breadcrumb a"))
    await until(() => expect(titleOf(rows()[0])).toBe(ninth))
    expect(search().page).toBe("2")
  })

  it("are absent for a record that was opened by its address", async () => {
    const token = await screens.token("tr")
    const { value } = await screens.api().call("GET", "/campaign/list?pageSize=1", { token })
    await screens.open("tr", `campaigns/${value.campaigns[0].id}`)
    await until(() => expect(heading()).toBe(value.campaigns[0].title))
    expect(document.querySelector(".siblings")).toBeNull()
  })
})

describe("the filters of a list", () => {
  it("keep the rows and the counts of the tabs until others have come", async () => {
    await openList("campaigns")
    const counts = document.querySelector(".tabs")?.textContent
    let answer = () => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    const fetch = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      if (String(input).includes("keyword=")) await held
      return fetch(input, init)
    }
    try {
      await type(document.querySelector("input[type=search]"), "kahve")
      await until(() => expect(document.querySelector("table")?.getAttribute("aria-busy")).toBe("true"))
      expect(rows()).toHaveLength(8)
      expect(document.querySelector(".tabs")?.textContent).toBe(counts)
      expect(document.querySelector(".pager")).toBeTruthy()
      answer()
      await until(() => expect(document.querySelector("table")?.getAttribute("aria-busy")).toBeNull())
      expect(document.querySelector(".tabs")?.textContent).not.toBe(counts)
    } finally {
      globalThis.fetch = fetch
    }
  })

  it("find an option by typing, take a range with one press and the order as a choice, and are cleared in place", async () => {
    await openList("campaigns")
    const clear = find("button", "Filtreleri temizle") as HTMLButtonElement
    expect(clear.disabled).toBe(true)
    const field = find("input", "Kategori")
    await click(field)
    await type(field, "giyi")
    await until(() => expect(document.querySelector("[role=option]")?.textContent).toContain("Giyim"))
    await act(async () => {
      document.querySelector("[role=option]")?.dispatchEvent(new Event("pointerdown", { bubbles: true, cancelable: true }))
    })
    await until(() => expect(search().categoryId).toBeTruthy())
    expect(clear.disabled).toBe(false)
    await click(clear)
    await until(() => expect(search()).toEqual({}))

    // The periods: test/core/dates/date-ranges.test.ts.
    await click(find("button", /^Dönem/, document.querySelector(".filter-bar") ?? document))
    await click(find("button", "Geçen ay"))
    const { from, to } = rangesAround(fromInstant(new Date().toISOString(), config.timeZone)?.date ?? "").lastMonth
    await until(() => expect(search()).toEqual({ startDate: from, endDate: to }))
    await click(clear)
    await until(() => expect(search()).toEqual({}))

    const select = find("select", "Sırala") as HTMLSelectElement
    expect(select.selectedOptions[0]?.textContent).toBe("Dönem: azalan")
    await act(async () => {
      select.value = "title asc"
      select.dispatchEvent(new Event("change", { bubbles: true }))
    })
    await until(() => expect(search()).toEqual({ sortBy: "title", sortOrder: "asc" }))
    await until(() => expect(document.querySelector(".table-wrap [role=status]")?.textContent).toBe("Kampanya: artan"))
  })
})

describe("the sidebar", () => {
  it.each([
    ["dashboard", "Genel bakış"],
    ["campaigns", "Kampanyalar"],
    ["campaigns/add", "Kampanyalar"],
  ])("marks the entry of the page %s", async (path, name) => {
    await screens.open("tr", path)
    const marked = () => [...document.querySelectorAll(".sidebar [aria-current=page]")].map(link => link.textContent)
    await until(() => expect(marked()).toEqual([name]))
  })
})
