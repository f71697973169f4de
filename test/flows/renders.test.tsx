// @vitest-environment happy-dom

import { act } from "react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { toQuery } from "../../src/core/list-query"
import { listCampaigns } from "../../src/modules/campaigns/api"
import { campaigns } from "../../src/modules/campaigns/resource"
import { cache } from "../../src/state/instances"
import { permissions, permissionsLoaded } from "../../src/state/permissions"
import { listStateOf } from "../../src/ui/lists/use-list"
import { click, find, press, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** What a navigation renders: counts of React's commits and components, which no clock blurs. */

type Fiber = {
  tag: number
  type: { name?: string; type?: { name?: string } } | string | null
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

const counted = vi.hoisted(() => {
  const components = [0, 1, 11, 14, 15]
  const performedWork = 1
  /** `byCommit`: the components that each commit has rendered. */
  const counts = { commits: 0, renders: new Map<string, number>(), byCommit: [] as Set<string>[] }
  const count = ({ tag, type }: Fiber) => {
    if (!components.includes(tag) || typeof type === "string") return
    const name = type?.name ?? type?.type?.name ?? ""
    counts.renders.set(name, (counts.renders.get(name) ?? 0) + 1)
    counts.byCommit.at(-1)?.add(name)
  }
  const countMounted = (fiber: Fiber | null) => {
    for (let next = fiber; next; next = next.sibling) {
      count(next)
      countMounted(next.child)
    }
  }
  const countUpdated = (fiber: Fiber, before: Fiber) => {
    if (fiber.flags & performedWork) count(fiber)
    if (fiber.child === before.child) return
    for (let next = fiber.child; next; next = next.sibling) {
      if (next.alternate) countUpdated(next, next.alternate)
      else {
        count(next)
        countMounted(next.child)
      }
    }
  }
  // The hook that test/setup/fresh-page.ts has given to React. In builds for production React reports its commits to it as well.
  const { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook } = globalThis as unknown as Record<string, object>
  Object.assign(hook ?? {}, {
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => {
      counts.commits++
      counts.byCommit.push(new Set())
      if (current.alternate) countUpdated(current, current.alternate)
      else countMounted(current)
    },
  })
  return counts
})

const screens = consoleOnApi()
beforeEach(() => {
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run))
  vi.stubGlobal("cancelIdleCallback", clearTimeout)
})

const rows = () => [...document.querySelectorAll<HTMLElement>("tbody tr[data-row]")]
const rendered = (...names: string[]) => names.flatMap(name => counted.renders.get(name) ?? [])
const all = () => [...counted.renders.values()].reduce((sum, count) => sum + count, 0)
/** Waits until the cache has a page of the list. */
const cached = (search: string) =>
  until(() => expect(cache.entry(listCampaigns, toQuery(listStateOf(search, campaigns.list))).data).toBeTruthy())
const count = async (act: () => Promise<unknown>) => {
  counted.commits = 0
  counted.byCommit = []
  counted.renders.clear()
  await act()
  // Otherwise nothing is counted, and every limit holds.
  expect(counted.commits).toBeGreaterThan(0)
  expect(all()).toBeGreaterThan(0)
}
const openList = async () => {
  await screens.open("tr", "campaigns")
  await until(() => expect(rows()).toHaveLength(8))
  await cached("?page=2")
  // What arrives later, such as the companies in reach, is rendered as well.
  await act(() => cache.settled())
}

const shell = ["Sidebar", "Topbar", "Shortcuts", "RecentActions"]

describe("the next page of a list", () => {
  it("is rendered from the cache in the rows that are there, and nothing beside them again", async () => {
    await openList()
    const [before, title] = [rows(), rows()[0]?.textContent]
    await count(() => click(find(".pager a", "Sonraki sayfa")))
    expect(rows()[0]?.textContent).not.toBe(title)
    expect(rows()).toEqual(before)
    expect(counted.commits).toBeLessThanOrEqual(2)
    expect(rendered("Page", "Shell", "HeadCell", "FilterBar", "SkeletonRow", ...shell)).toEqual([])
    expect(all()).toBeLessThan(190)
  })
})

const menuEntry = () => document.querySelector('.sidebar a[href="/user/campaigns"]')
const openOther = async () => {
  await openList()
  await click(document.querySelector('.sidebar a[href="/user/employees"]'))
  await until(() => expect(document.title).toMatch(/^Çalışanlar/))
}
const leave = async () => {
  await click(document.querySelector('.page-header a[href$="/add"]'))
  await until(() => expect(document.getElementById("title")).toBeTruthy())
}

describe("a list that is opened from a menu", () => {
  it("is rendered once with the rows that the cache has", async () => {
    await openOther()
    await count(() => click(menuEntry()))
    expect(rows()).toHaveLength(8)
    expect(rendered("ListPage", "SkeletonRow", ...shell)).toEqual([1])
    expect(all()).toBeLessThan(260)
  })

  it("shows no placeholder for an answer that is there soon", async () => {
    await openOther()
    await act(async () => cache.clear())
    await count(async () => {
      await click(menuEntry())
      await until(() => expect(rows()).toHaveLength(8))
    })
    expect(rendered("SkeletonRow", ...shell)).toEqual([])
    expect(rendered("ListPage")[0]).toBeLessThanOrEqual(2)
  })
})

/** What happens while a list is not shown. */
const changes: [what: string, change: () => void][] = [
  ["a record was changed", () => cache.invalidate("campaigns")],
  ["the permissions have changed", () => permissionsLoaded([...permissions.list])],
]
const expectRenderedAnewAfter = async (change: () => void) => {
  await act(async () => change())
  await count(async () => {
    await click(menuEntry())
    await until(() => expect(rows()).toHaveLength(8))
  })
  expect(rendered("ListPage")[0]).toBeGreaterThan(0)
}

describe("a list whose menu entry is under the pointer", () => {
  /** Rests the pointer on the menu entry until what a rest starts is rendered. */
  const hover = async () => {
    await act(async () => menuEntry()?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })))
    await act(async () => new Promise(done => setTimeout(done, 60)))
    await act(() => cache.settled())
  }
  const open = async () => {
    await openOther()
    await act(async () => cache.clear())
  }

  it("is rendered before it is opened, and not again by the click", async () => {
    await open()
    await count(() => hover())
    expect(rendered("ListPage")[0]).toBeGreaterThan(0)
    expect(document.title).toMatch(/^Çalışanlar/)
    await count(() => click(menuEntry()))
    expect(rows()).toHaveLength(8)
    expect(document.title).toMatch(/^Kampanyalar/)
    expect(rendered("ListPage", "Cells", "SkeletonRow", ...shell)).toEqual([])
    expect(all()).toBeLessThan(40)
  })

  it("is not rendered by a pointer that passes", async () => {
    await open()
    await act(async () => menuEntry()?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })))
    const { commits } = counted
    await act(async () => new Promise(done => setTimeout(done, 20)))
    expect(counted.commits).toBe(commits)
  })

  it("leaves a form beside it as it is", async () => {
    await screens.open("tr", "employees/add")
    await until(() => expect(document.querySelector("main form")).toBeTruthy())
    await act(() => cache.settled())
    await count(() => hover())
    expect(rendered("PrivateScreen", "CreatePage", "Field")).toEqual([1])
  })

  it.each(changes)("is rendered anew when %s", async (_, change) => {
    await open()
    await hover()
    await expectRenderedAnewAfter(change)
  })
})

describe("a list that was left for a form of its module", () => {
  it("is taken out of the document, and shown again as it was left", async () => {
    await openList()
    const before = rows()
    await leave()
    expect(rows()).toEqual([])
    expect(document.querySelectorAll("h1")).toHaveLength(1)
    await count(() => click(menuEntry()))
    expect(rows()).toEqual(before)
    expect(document.querySelectorAll("h1")).toHaveLength(1)
    expect(document.title).toMatch(/^Kampanyalar/)
    expect(rendered("ListPage", "Cells", "SkeletonRow", ...shell)).toEqual([])
    expect(all()).toBeLessThan(40)
  })

  it.each(changes)("is rendered anew when %s", async (_, change) => {
    await openList()
    await leave()
    await expectRenderedAnewAfter(change)
  })

  it("is opened anew at another address", async () => {
    await openList()
    await click(find(".pager a", "Sonraki sayfa"))
    const title = rows()[0]?.textContent
    await click(document.querySelector('.page-header a[href$="/add"]'))
    await click(menuEntry())
    await until(() => expect(rows()).toHaveLength(8))
    expect(rows()[0]?.textContent).not.toBe(title)
    expect(document.querySelector('.pager [aria-current="page"]')?.textContent).toBe("1")
  })

  it("is opened without the selection in which it was left", async () => {
    await openList()
    await click(document.querySelector("tbody input[type=checkbox]"))
    await until(() => expect(document.querySelector(".bulk-bar")).toBeTruthy())
    await click(document.querySelector('.page-header a[href$="/add"]'))
    await click(menuEntry())
    await until(() => expect(rows()).toHaveLength(8))
    expect(document.querySelector(".bulk-bar")).toBeNull()
  })
})

it("a form is opened without rendering the frame around it", async () => {
  await openList()
  await count(() => click(document.querySelector('.page-header a[href$="/add"]')))
  expect(document.getElementById("title")).toBeTruthy()
  expect(counted.commits).toBeLessThanOrEqual(3)
  expect(rendered(...shell)).toEqual([])
  expect(all()).toBeLessThan(180)
})

describe("a form", () => {
  const openForm = async () => {
    await screens.open("tr", "gift-management/add")
    await until(() => expect(document.getElementById("tenantIds")).toBeTruthy())
    await act(async () => cache.settled())
  }

  it("renders the field that is typed in, and no other", async () => {
    await openForm()
    await count(() => type(document.getElementById("cardName"), "K"))
    expect(rendered("Field", "Switch", "DateInput", "MetadataField")).toEqual([1])
    expect(all()).toBeLessThan(40)
  })

  it("renders the list whose option is chosen, and of its options the ones that are marked", async () => {
    await openForm()
    const field = document.getElementById("tenantIds")
    await click(field)
    await press(field, "ArrowDown")
    const options = document.querySelectorAll("[role=option]")
    expect(options.length).toBeGreaterThan(1)
    await count(() => press(field, "Enter"))
    expect(document.querySelectorAll(".chip")).toHaveLength(1)
    expect(rendered("Field")).toEqual([1])
    expect(rendered("Entry")).toEqual([1])
    expect(all()).toBeLessThan(40)
  })
})

describe("what answers an input is rendered first, and what is large after the paint", () => {
  /** The commits that have rendered a component, by their order. */
  const commitsOf = (name: string) => counted.byCommit.flatMap((names, at) => (names.has(name) ? [at] : []))

  it("the filters of a list that are cleared, and then its rows", async () => {
    await screens.open("tr", "campaigns?keyword=kahve")
    await until(() => expect(rows().length).toBeLessThan(8))
    cache.prefetch(listCampaigns, toQuery(listStateOf("", campaigns.list)))
    await cached("")
    await count(() => click(document.querySelector(".filter-bar__clear")))
    await until(() => expect(rows()).toHaveLength(8))
    expect(commitsOf("FilterBar")[0]).toBeLessThan(commitsOf("Cells")[0] ?? 0)
  })

  it("the fields of a form, and then what stands beside them", async () => {
    await openList()
    await count(() => click(document.querySelector('.page-header a[href$="/add"]')))
    await until(() => expect(document.querySelector("aside.sticky")?.textContent).toBeTruthy())
    expect(commitsOf("TextInput")[0]).toBeLessThan(commitsOf("Preview")[0] ?? 0)
  })

  it("the title of a month, and then its days", async () => {
    await screens.open("en", "calendar?view=month")
    await until(() => expect(document.querySelector(".schedule")).toBeTruthy())
    await count(() => click(find(".schedule-bar button", "Next month")))
    expect(commitsOf("CalendarScreen")[0]).toBeLessThan(commitsOf("MonthGrid")[0] ?? 0)
  })

  it("the button of the gift cards' layout, and then the table", async () => {
    await screens.open("tr", "gift-management")
    await until(() => expect(rows().length).toBeGreaterThan(0))
    await count(() => click(find("button", "Tablo görünümü")))
    expect(commitsOf("LayoutSwitch")[0]).toBeLessThan(commitsOf("Cells")[0] ?? 0)
  })
})
