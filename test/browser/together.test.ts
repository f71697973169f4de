import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { sample } from "../rounds"
import { accounts, axe, isWithinWindow, mark, phone, press, problemsOf } from "./kit"
import { callAs, provideConsole } from "./provide-console"

/**
 * Working together, as a browser shows it: saved views, what needs a person, a second pair of eyes, and a company as its administrator
 * sees it. Their rules: test/flows/{views,view-as,approval}.test.tsx, test/modules/dashboard/attention.test.tsx.
 */
const { openAs } = provideConsole()

/** Nothing is loading or fading any more, and the page passes. */
const stands = async (page: Page) => {
  const isAtRest = () =>
    !document.querySelector("main [aria-busy=true]") && document.getAnimations().every(({ playState }) => playState !== "running")
  await page.waitForFunction(isAtRest)
  expect(await axe(page)).toEqual([])
  expect(await isWithinWindow(page)).toBe(true)
}

it.each(
  sample(
    [
      {
        email: accounts.yesilova,
        look: { language: "tr" },
        list: "/user/campaigns?status=4",
        words: { views: "Görünümler", save: "Görünüm olarak kaydet", share: "Ekiple paylaş" },
      },
      {
        email: accounts.administrator,
        look: { language: "en", ...phone, dark: true },
        list: "/admin/campaigns?status=4",
        words: { views: "Views", save: "Save as view", share: "Share with the team" },
      },
    ] as const,
    1,
  ),
)("a view of $email is saved, shared, and opened again", async ({ email, look, list, words }) => {
  const name = `Bitenler ${mark()}`
  const page = await openAs(email, look, list)
  await press(page.getByRole("button", { name: words.views }))
  await page.getByRole("menuitem", { name: words.save }).waitFor()
  await stands(page)
  await press(page.getByRole("menuitem", { name: words.save }))
  await page.locator("dialog[open] input").first().fill(name)
  await page.getByLabel(words.share).check()
  await stands(page)
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name }).waitFor()
  await page.goto(list.replace(/\?.*/, ""))
  await press(page.getByRole("button", { name: words.views }))
  await press(page.getByRole("menuitem", { name }))
  await page.getByRole("button", { name }).waitFor()
  expect(new URL(page.url()).searchParams.get("status")).toBe("4")
  await stands(page)
  expect(problemsOf(page)).toEqual([])
})

it.each(
  sample(
    [
      { email: accounts.yesilova, look: { language: "en" }, root: "/user", summary: "Every working day" },
      { email: accounts.administrator, look: { language: "tr", ...phone, dark: true }, root: "/admin", summary: "Her iş günü" },
    ] as const,
    1,
  ),
)("the bell of $email opens over any page and leads to a list; the summary is chosen in the profile", async given => {
  const page = await openAs(given.email, given.look, `${given.root}/partner-management`)
  const bell = page.locator(".counted-panel__button").last()
  await press(bell)
  await page.locator(".counted-panel a").first().waitFor()
  await stands(page)
  await page.keyboard.press("Escape")
  expect(await bell.evaluate(button => button === document.activeElement)).toBe(true)
  await press(bell)
  await press(page.locator(".counted-panel a").first())
  await page.waitForURL(/sortOrder=asc/)
  await page.goto(`${given.root}/profile`)
  await page.getByText(given.summary).click()
  await expect.poll(() => page.getByRole("radio", { name: given.summary }).isChecked()).toBe(true)
  await page.reload()
  await expect.poll(() => page.getByRole("radio", { name: given.summary }).isChecked()).toBe(true)
  await stands(page)
  expect(problemsOf(page)).toEqual([])
})

it.each(
  sample(
    [
      { look: { language: "tr" }, menu: /işlemleri/, view: "Yöneticisi gibi görüntüle", end: "Görüntülemeyi bitir" },
      { look: { language: "en", ...phone, dark: true }, menu: /Actions/, view: "View as its administrator", end: "Stop viewing" },
    ] as const,
    1,
  ),
)("the platform sees a company as its administrator does, in $look.language, also after a reload", async words => {
  const page = await openAs(accounts.administrator, words.look, "/admin/company-management?keyword=Yeşilova%20Grup")
  await press(page.locator("tbody tr a").first())
  await page.waitForURL(/company-management\/./)
  await press(page.locator("main").getByRole("button", { name: words.menu }).first())
  await press(page.getByRole("menuitem", { name: words.view }))
  await page.waitForURL(/\/user\/dashboard/)
  await page.goto("/user/draws")
  const end = page.getByRole("button", { name: words.end })
  await end.waitFor()
  await page.locator("tbody tr[data-row]").first().waitFor()
  await stands(page)
  await page.mouse.wheel(0, 2_000)
  expect(await end.evaluate(button => button.getBoundingClientRect().top)).toBeGreaterThan(0)
  await press(end)
  await page.waitForURL(/\/admin\/company-management\//)
  await page.locator("main .tabs, main [role=tablist]").first().waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem("viewing"))).toBeNull()
  expect(problemsOf(page)).toEqual([])
})

it.each(
  sample(
    [
      {
        email: accounts.yesilova,
        look: { language: "tr" },
        root: "/user",
        words: { period: "Yayın dönemi", holidays: "Bayram ve tatiller", feast: /^Kurban Bayramı: / },
      },
      {
        email: accounts.administrator,
        look: { language: "en", dark: true },
        root: "/admin",
        words: { period: "Publication period", holidays: "Feasts and holidays", feast: /^Feast of Sacrifice: / },
      },
    ] as const,
    1,
  ),
)("a feast is chosen by its name in a filter and in a form, by $email", async ({ email, look, root, words }) => {
  const page = await openAs(email, look, `${root}/announcement-management`)
  await press(page.getByRole("search").getByRole("button", { name: words.period }))
  await page.getByText(words.holidays).click()
  const feast = page.getByRole("button", { name: words.feast }).first()
  await feast.waitFor()
  await stands(page)
  await press(feast)
  await page.waitForURL(/startDate=/)
  const { searchParams } = new URL(page.url())
  const chosen = ["startDate", "endDate"].map(name => searchParams.get(name) ?? "")
  expect(Date.parse(chosen[1] ?? "") - Date.parse(chosen[0] ?? "")).toBe(4 * 86_400_000)
  await stands(page)

  await page.goto(`${root}/announcement-management/add`)
  await press(page.getByRole("button", { name: words.holidays }))
  await page.getByRole("menuitem", { name: words.feast }).first().waitFor()
  await stands(page)
  await press(page.getByRole("menuitem", { name: words.feast }).first())
  // Day, month and year in the order of the language.
  const partsOf = (date: string) => (date.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b)
  const days = await Promise.all(["startDate", "endDate"].map(id => page.locator(`#${id}`).inputValue()))
  expect(days.map(partsOf)).toEqual(chosen.map(partsOf))
  await stands(page)
  expect(problemsOf(page)).toEqual([])
})

it("a campaign goes through proposal, return, new proposal and approval between two people", async () => {
  const { sarikum, administrator } = accounts
  const company = await callAs<string>(sarikum, "GET", "/tenant/getcurrenttenantid")
  const set = (modules: string[]) => callAs(sarikum, "PUT", "/approval/settings", { tenantId: company, modules })
  const { campaigns } = await callAs<{ campaigns: { brandId: string; categoryId: string }[] }>(sarikum, "GET", "/campaign/list")
  const title = `İki kişilik ${mark()}`
  const { id } = await callAs<{ id: string }>(sarikum, "POST", "/campaign/create", {
    title,
    description: "Onaydan geçer",
    rewardType: 0,
    rewardValue: 10,
    brandId: campaigns[0]?.brandId,
    categoryId: campaigns[0]?.categoryId,
    startDate: "2026-03-01T00:00:00Z",
    endDate: "2099-04-01T00:00:00Z",
    status: 0,
  })
  await set(["campaigns"])
  try {
    const sender = await openAs(sarikum, { language: "tr" }, `/user/campaigns/edit/${id}`)
    await press(sender.getByRole("button", { name: "Onaya gönder" }))
    await sender.waitForURL(`**/user/campaigns/${id}`)
    await sender.getByText("Siz gönderdiniz").waitFor()
    await stands(sender)

    const other = await openAs(administrator, { language: "en", ...phone, dark: true }, `/admin/campaigns/${id}`)
    await other.getByRole("heading", { name: "Awaiting approval" }).waitFor()
    await stands(other)
    await press(other.getByRole("button", { name: "Return" }))
    await other.locator("dialog[open] textarea").fill("Başlık kısalsın.")
    await stands(other)
    await press(other.locator("dialog[open] [type=submit]"))
    await other.getByRole("heading", { name: "Returned" }).waitFor()

    await sender.goto("/user/campaigns?attention=returned")
    await press(sender.locator("tbody tr a", { hasText: title }).first())
    await sender.getByText("Başlık kısalsın.").waitFor()
    await stands(sender)
    await press(sender.getByRole("link", { name: "Düzenlemeye devam et" }))
    await sender.locator("#title").fill(`${title}!`)
    await press(sender.getByRole("button", { name: "Onaya gönder" }))
    await sender.getByRole("heading", { name: "Onay bekliyor" }).waitFor()

    await other.goto(`/admin/campaigns?attention=approval&keyword=${encodeURIComponent(title)}`)
    await other.getByText("Awaiting approval").first().waitFor()
    await stands(other)
    await press(other.locator("tbody tr a", { hasText: title }).first(), "p")
    const approve = other.locator("dialog[open]").getByRole("button", { name: "Approve" })
    await approve.waitFor()
    await stands(other)
    // What was sent again while the first one is on the screen is not approved; what differs has the focus.
    const again = { campaignId: id, title: `${title}!`, rewardValue: 15, status: 2 }
    await callAs(sarikum, "PUT", "/campaign/update?propose=true", again)
    await press(approve)
    await other.locator("dialog[open] :focus", { hasText: "The change has been sent again since" }).waitFor()
    await stands(other)
    await press(approve)
    await other.locator("dialog[open]").waitFor({ state: "detached" })
    await other.goto(`/admin/campaigns/${id}`)
    await other.getByRole("heading", { level: 1, name: `${title}!` }).waitFor()
    await sender.reload()
    await sender.locator("main .badge", { hasText: "Aktif" }).first().waitFor()
    expect(await sender.getByRole("heading", { name: "Onay bekliyor" }).count()).toBe(0)
    expect([problemsOf(sender), problemsOf(other)]).toEqual([[], []])
  } finally {
    await set([])
    await callAs(administrator, "POST", `/approval/settings/${company}/approve`, {})
  }
})
