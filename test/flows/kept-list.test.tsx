// @vitest-environment happy-dom

import { act } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { parseTokens } from "../../src/api"
import { toQuery } from "../../src/core/list-query"
import { listCampaigns } from "../../src/modules/campaigns/api"
import { campaigns } from "../../src/modules/campaigns/resource"
import { companyOptions } from "../../src/modules/owners/api"
import { reachabilityReported } from "../../src/state/connection"
import { flagsLoaded } from "../../src/state/flags"
import { cache } from "../../src/state/instances"
import { permissions, permissionsLoaded } from "../../src/state/permissions"
import { signedOut, verified } from "../../src/state/session"
import { changeSettings, defaultSettings, setHiddenColumns, settings } from "../../src/state/settings"
import { theme } from "../../src/state/theme"
import { listStateOf } from "../../src/ui/lists/use-list"
import { accounts } from "../api"
import { click, find, speak, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** A list that is left for a page of its module, and shown again (docs/console.md#pages-not-shown). */

const screens = consoleOnApi()
afterEach(async () => {
  vi.useRealTimers()
  await act(async () => reachabilityReported(true))
  Object.assign(settings, structuredClone(defaultSettings))
  Object.assign(theme, { name: undefined })
})

const rows = () => [...document.querySelectorAll<HTMLElement>("tbody tr[data-row]")]
const menuEntry = () => document.querySelector('.sidebar a[href="/user/campaigns"]')
const open = async () => {
  await screens.open("tr", "campaigns")
  await until(() => expect(rows().length).toBeGreaterThan(0))
  // The chunk of the form, so that it is shown by the click.
  await click(document.querySelector('.page-header a[href$="/add"]'))
  await until(() => expect(document.getElementById("title")).toBeTruthy())
  await click(menuEntry())
  await until(() => expect(rows().length).toBeGreaterThan(0))
  // The companies in reach, on which the rows depend.
  await act(() => cache.settled())
}
const leave = async () => {
  await click(document.querySelector('.page-header a[href$="/add"]'))
  expect(document.getElementById("title")).toBeTruthy()
}
const comeBack = async () => {
  await click(menuEntry())
  await until(() => expect(rows().length).toBeGreaterThan(0))
}
/** Whether the shown rows are these elements: another order of records moves them. */
const areShown = (before: HTMLElement[]) => rows().length === before.length && rows().every(row => before.includes(row))
const isKeptOver = async (change: () => unknown) => {
  const before = rows()
  await leave()
  await act(async () => change())
  await comeBack()
  return areShown(before)
}

describe("a list that was left for a form of its module", () => {
  it("is shown again with its elements, once in the document", async () => {
    await open()
    const before = rows()
    const ids = () => [...document.querySelectorAll("[id]")].map(({ id }) => id)
    await leave()
    expect(before.some(row => row.isConnected)).toBe(false)
    expect(new Set(ids()).size).toBe(ids().length)
    await comeBack()
    expect(areShown(before)).toBe(true)
    expect(new Set(ids()).size).toBe(ids().length)
  })

  const changes: [what: string, change: () => unknown][] = [
    ["a record was changed", () => cache.invalidate("campaigns")],
    ["a record of another module was changed", () => cache.invalidate("partners")],
    ["the cache was cleared", () => cache.clear()],
    ["the permissions have changed", () => permissionsLoaded([...permissions.list])],
    ["the modules of the company have changed", () => flagsLoaded({ partners: false })],
    ["the companies in reach have changed", () => cache.load(companyOptions, undefined, true)],
    ["texts were loaded", () => speak("tr")],
    ["a page of another module was shown", () => history.pushState(null, "", "/user/profile")],
  ]
  it.each(changes)("is rendered anew when %s", async (_, change) => {
    await open()
    expect(await isKeptOver(change)).toBe(false)
  })

  it("is rendered anew at another address", async () => {
    await open()
    await click(find(".pager a", "Sonraki sayfa"))
    await until(() => expect(document.querySelector('.pager [aria-current="page"]')?.textContent).toBe("2"))
    await until(() => expect(document.querySelector("[aria-busy=true]")).toBeNull())
    expect(await isKeptOver(() => undefined)).toBe(false)
    expect(document.querySelector('.pager [aria-current="page"]')?.textContent).toBe("1")
  })

  it("is not shown at the address of another list", async () => {
    await open()
    const before = rows()
    await leave()
    await click(document.querySelector('.sidebar a[href="/user/partner-management"]'))
    await until(() => expect(document.title).toMatch(/^İş ortakları/))
    await until(() => expect(rows().length).toBeGreaterThan(0))
    expect(rows().filter(row => before.includes(row))).toEqual([])
  })

  it.each([
    [59_000, true],
    [60_000, false],
  ])("is kept for 60 s: after %i ms %s", async (ms, isKept) => {
    await open()
    const before = rows()
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    await leave()
    // The data are kept anew, so that the list alone can expire.
    const reload = () => cache.load(listCampaigns, toQuery(listStateOf("", campaigns.list)), true)
    await act(async () => vi.advanceTimersByTime(ms))
    vi.useRealTimers()
    await act(reload)
    await comeBack()
    expect(areShown(before)).toBe(isKept)
  })

  it.each([
    ["records were selected, and has no selection", "tbody input[type=checkbox]", ".bulk-bar"],
    ["the calendar of a filter was open, and has none", ".filter-bar [aria-haspopup=dialog]", "main [popover]"],
  ])("is rendered anew when %s", async (_, control, opened) => {
    await open()
    await click(document.querySelector(control))
    expect(document.querySelector(opened)).toBeTruthy()
    expect(await isKeptOver(() => undefined)).toBe(false)
    expect(document.querySelector(opened)).toBeNull()
  })

  it("is shown again without the menu of a row that was open", async () => {
    await open()
    await click(document.querySelector("tbody tr[data-row] .table__actions button"))
    expect(document.querySelector("main [role=menu]")).toBeTruthy()
    expect(await isKeptOver(() => undefined)).toBe(true)
    expect(document.querySelector("main [role=menu]")).toBeNull()
    expect(document.querySelector("main [aria-expanded=true]")).toBeNull()
  })

  it("is shown again without a keyword that was typed and not applied", async () => {
    await open()
    await type(document.querySelector("input[type=search]"), "kahve")
    expect(await isKeptOver(() => undefined)).toBe(true)
    expect(document.querySelector<HTMLInputElement>("input[type=search]")?.value).toBe("")
    await act(async () => new Promise(done => setTimeout(done, 300)))
    expect(location.search).toBe("")
  })

  it("shows what was read meanwhile, where a record was deleted elsewhere", async () => {
    await open()
    const href = () => rows()[0]?.querySelector("a")?.getAttribute("href")
    const deleted = href()
    const isKept = await isKeptOver(async () => {
      const headers = { Authorization: `Bearer ${await screens.token("tr")}` }
      const path = `/backend/campaign/delete/${deleted?.split("/").at(-1)}`
      expect((await screens.api().fetch(path, { method: "DELETE", headers })).status).toBe(200)
      await cache.load(listCampaigns, toQuery(listStateOf("", campaigns.list)), true)
    })
    expect(isKept).toBe(true)
    expect(href()).not.toBe(deleted)
  })

  it("has the columns, the rows per page and the time zone that were chosen meanwhile", async () => {
    await open()
    const heads = document.querySelectorAll("thead th").length
    expect(await isKeptOver(() => setHiddenColumns("campaigns", ["reward"]))).toBe(true)
    expect(document.querySelectorAll("thead th").length).not.toBe(heads)
    const text = rows()[0]?.textContent
    expect(await isKeptOver(() => changeSettings({ timeZone: "browser" }))).toBe(true)
    expect(rows()[0]?.textContent).not.toBe(text)
    await isKeptOver(() => Object.assign(settings.pageSize, { campaigns: 20 }))
    await until(() => expect(rows().length).toBeGreaterThan(8))
  })

  it("has one banner when its reload failed and the connection is lost meanwhile", async () => {
    const banners = () => [...document.querySelectorAll("main .alert > div > b")].map(({ textContent }) => textContent)
    await open()
    screens.break("GET /campaign/list")
    await act(() => cache.load(listCampaigns, toQuery(listStateOf("", campaigns.list)), true).catch(() => undefined))
    // The banner is rendered once more before its list is left.
    await act(async () => setHiddenColumns("campaigns", ["reward"]))
    expect(banners()).toEqual(["Kampanyalar yüklenemedi"])
    expect(await isKeptOver(() => reachabilityReported(false))).toBe(true)
    expect(banners()).toEqual(["Sunucuya ulaşılamıyor"])
    expect(await isKeptOver(() => reachabilityReported(true))).toBe(true)
    expect(banners()).toEqual(["Kampanyalar yüklenemedi"])
  })

  it("leaves the title of the document to the page that is shown", async () => {
    await open()
    await leave()
    const title = document.title
    await act(async () => Object.assign(theme, { name: "Başka Şirket" }))
    expect(document.title).not.toBe(title)
    expect(document.title).not.toMatch(/^Kampanyalar ·/)
    await comeBack()
    expect(document.title).toBe("Kampanyalar · Başka Şirket")
  })
})

describe("a page that is shown when another person signs in", () => {
  const signIn = async (email: string) => {
    const { user, tokens } = parseTokens({ value: await screens.api().tokensFor(email), status: 200 }, Date.now())
    await act(async () => {
      // As src/effects/session.ts does.
      cache.clear()
      verified(user, { ...tokens, tokenExpiry: Date.now() + 900_000 })
    })
  }

  it("is that of the other person: a list", async () => {
    await screens.open("tr", "campaigns")
    await until(() => expect(rows()).toHaveLength(8))
    const titles = () => rows().map(row => row.querySelector("a")?.textContent)
    const before = titles()
    await signIn(accounts.mert)
    await until(() => expect(rows().length).toBeGreaterThan(0))
    await until(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull())
    const own = titles()
    expect(own).not.toEqual(before)
    await screens.close()
    await screens.open("tr", "campaigns", "tr", accounts.mert)
    await until(() => expect(titles()).toEqual(own))
  })

  it("is that of the other person: a form, whose session had ended over unsaved work", async () => {
    await screens.open("tr", "campaigns/add")
    await until(() => expect(document.getElementById("title")).toBeTruthy())
    await type(document.getElementById("title"), "Elif'in kampanyası")
    await act(async () => signedOut("expired"))
    await until(() => expect(document.querySelector("dialog[open]")).toBeTruthy())
    await signIn(accounts.mert)
    await until(() => expect(document.querySelector("dialog[open]")).toBeNull())
    await until(() => expect(document.querySelector<HTMLInputElement>("#title")?.value).toBe(""))
    expect(document.body.textContent).not.toContain("Elif")
  })
})
