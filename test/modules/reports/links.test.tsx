import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { tenants } from "../../../server/src/db/schema"
import { type ReportModule, reportModules } from "../../../src/contract/reports"
import type { Query } from "../../../src/core/http/http"
import type { Page } from "../../../src/core/http/pages"
import type { Language } from "../../../src/core/text/i18n"
import { listAnnouncements } from "../../../src/modules/announcements/api"
import { listCampaigns } from "../../../src/modules/campaigns/api"
import { listDraws } from "../../../src/modules/draws/api"
import { listEmployees } from "../../../src/modules/employees/api"
import { listFeedback } from "../../../src/modules/feedback/api"
import { listGifts } from "../../../src/modules/gifts/api"
import { listSurveys } from "../../../src/modules/surveys/api"
import { config, configure } from "../../../src/state/config"
import { flagsLoaded, flagsReset } from "../../../src/state/flags"
import { i18n } from "../../../src/state/instances"
import { act, click, find, until } from "../../kit"
import { sample } from "../../rounds"
import { consoleOnApi } from "../kit"

/** Every figure of a report that leads to a list is the total of that list (docs/console.md#reports). */
const screens = consoleOnApi()

beforeAll(async () => {
  await screens
    .api()
    .db.update(tenants)
    .set({ modules: { reports: true } })
})
beforeEach(() => flagsLoaded({ reports: true }))
const { feedback } = config
afterAll(() => {
  flagsReset()
  configure({ ...config, feedback })
})

const lists: Record<ReportModule, [paths: string[], read: (query: Query) => Promise<Page<unknown>>]> = {
  campaigns: [["/admin/campaigns", "/user/campaigns"], listCampaigns],
  draws: [["/admin/draws", "/user/draws"], listDraws],
  announcements: [["/admin/announcement-management", "/user/announcement-management"], listAnnouncements],
  surveys: [["/admin/survey-management", "/user/survey-management"], listSurveys],
  gifts: [["/admin/gift-management", "/user/gift-management"], listGifts],
  employees: [["/user/users", "/user/employees"], listEmployees],
  feedback: [["/admin/feedback-management", "/user/feedback-management"], listFeedback],
}

/** Days before the API's own day; negative ones after it. */
const daysAgo = (days: number) => new Date(screens.api().now() - days * 86_400_000).toISOString().slice(0, 10)
/** A period around the records of the demonstration. */
const around = (before: number, after: number) => `&from=${daysAgo(before)}&to=${daysAgo(-after)}`

const numberIn = (element: Element | null | undefined) =>
  Number(/[\d.,]+$/.exec(element?.textContent?.trim() ?? "")?.[0].replace(/\D/g, ""))
const links = (selector: string, root: ParentNode = document) => [...root.querySelectorAll<Element>(selector)]
const hrefOf = (link: Element) => link.getAttribute("href") ?? ""

/** The links of a shown report, each with the figure that is shown for it. */
const shownFigures = async (): Promise<[string, number][]> => {
  await until(() => expect(document.querySelector(".report .stat")).toBeTruthy())
  const bars = links(".chart a").map(hrefOf)
  for (const button of links(".chart-card .card__head button:first-child")) await click(button)
  const rows = links(".chart-table tbody tr").flatMap((row): [string, number][] => {
    const link = row.querySelector("th a")
    return link ? [[hrefOf(link), numberIn(row.querySelector("td"))]] : []
  })
  const [total, previous] = links(".stat:first-child a")
  expect(bars.length).toBeGreaterThan(0)
  expect(bars.filter(href => !rows.some(([other]) => other === href))).toEqual([])
  const compared = sample(rows, 12)
  return [[hrefOf(total as Element), numberIn(total)], [hrefOf(previous as Element), numberIn(previous)], ...compared]
}

const totalsOf = (module: ReportModule, figures: readonly [string, number][]) =>
  Promise.all(
    figures.map(async ([href]): Promise<[string, number]> => {
      const { pathname, searchParams } = new URL(href, location.href)
      const [paths, read] = lists[module]
      expect(paths).toContain(pathname)
      return [href, (await read({ ...Object.fromEntries(searchParams), page: 0, pageSize: 1 })).total]
    }),
  )

const roles: [string, Language][] = [
  ["a company's administrator", "tr"],
  ["the platform's staff", "en"],
]

describe("a report", () => {
  const periods = [
    ...reportModules.map(module => ["en", module, 60, 29] as const),
    ["tr", "campaigns", 60, 29] as const,
    ["tr", "employees", 60, 29] as const,
    ["tr", "feedback", 60, 29] as const,
    ["en", "employees", 700, 0] as const,
    ["tr", "campaigns", 0, 0] as const,
  ]
  it.each(sample(periods, 4))(
    "in %s of %s counts as many rows as its lists, %i days back, %i ahead",
    async (language, module, back, ahead) => {
      configure({ ...config, feedback: "api" })
      await screens.open(language, `reports?module=${module}${around(back, ahead)}`)
      const figures = await shownFigures()
      expect(await totalsOf(module, figures)).toEqual(figures)
      // Every part that is not null leads somewhere.
      const unlinked = links(".chart-table tbody th").filter(cell => !cell.querySelector("a"))
      const words = ["categoryId", "tenantId", "departmentId"].map(name =>
        i18n.t(`reporting.without.${name}` as "reporting.name"),
      )
      expect(unlinked.map(cell => cell.textContent).filter(name => !words.includes(name ?? ""))).toEqual([])
    },
  )
})

describe("a report of the sample feedback", () => {
  it.each(sample(roles, 1))("leads %s to lists that count as many rows", async (_, language) => {
    configure({ ...config, feedback: "memory" })
    await screens.open(language, "reports?module=feedback&period=last90Days")
    const figures = await shownFigures()
    expect(await totalsOf("feedback", figures)).toEqual(figures)
  })
})

describe("a filtered report", () => {
  it.each([["employees", "departmentId"]] as const)("of %s by %s hands its filter on", async (module, filter) => {
    await screens.open("en", `reports?module=${module}${around(60, 29)}`)
    await shownFigures()
    const part = links(".chart-table a")
      .map(hrefOf)
      .find(href => new URL(href, location.href).searchParams.get(filter)?.includes("-"))
    const id = new URL(part ?? "", location.href).searchParams.get(filter)
    await screens.close()
    await screens.open("en", `reports?module=${module}${around(60, 29)}&${filter}=${id}`)
    const figures = await shownFigures()
    expect(figures.filter(([href]) => !href.includes(`${filter}=${id}`))).toEqual([])
    expect(await totalsOf(module, figures)).toEqual(figures)
  })
})

describe("a link of a report", () => {
  it.each([["gifts", "gift.validity"] as const])(
    "to %s opens a list whose filter bar shows the period and the company",
    async (module, label) => {
      await screens.open("tr", `reports?module=${module}${around(60, 29)}`)
      await until(() => expect(document.querySelector(".report .stat")).toBeTruthy())
      const company = links(".chart a").find(link => hrefOf(link).includes("tenantId="))
      await act(async () => company?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })))
      await until(() => expect(document.querySelector("main .date-range[data-active]")?.textContent).toContain(i18n.t(label)))
      expect(location.search).toContain("tenantId=")
      await until(() => expect(document.querySelector<HTMLInputElement>("#filter-tenantId")?.placeholder).not.toBe(""))
      const { placeholder } = document.querySelector<HTMLInputElement>("#filter-tenantId") as HTMLInputElement
      expect(placeholder).toBe(company?.getAttribute("aria-label")?.split(": ")[0])
      expect(find("button", i18n.t("ui.clearFilters")).hasAttribute("disabled")).toBe(false)
    },
  )
})
