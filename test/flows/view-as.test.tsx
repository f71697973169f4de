import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startAccess } from "../../src/effects/access"
import { session } from "../../src/state/session"
import { accounts } from "../api"
import { click, find, text, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** A company as its administrator sees it (docs/contract.md#seeing-a-company). */
const screens = consoleOnApi()

/** The effect that reads permissions and module flags. */
let stop = () => {}
beforeEach(() => {
  stop = startAccess()
})
afterEach(() => stop())

const hrefs = () => [...document.querySelectorAll(".sidebar a")].map(link => link.getAttribute("href"))
const openCompany = async () => {
  const token = await screens.api().signIn(accounts.elif)
  const { value: id } = await screens.api().call("GET", "/tenant/getcurrenttenantid", { token })
  const path = `/admin/company-management/${id}`
  await screens.openAs(path, accounts.admin)
  await click(await until(() => find("button", "Yeşilova Grup işlemleri")))
  return { path, button: await until(() => find("[role=menuitem]", "Yöneticisi gibi görüntüle")) }
}

describe("the platform sees a company as its administrator does", () => {
  it("with its menu and lists, without a button that writes, and comes back to the company", async () => {
    const { path, button } = await openCompany()
    await click(button)
    await until(() => expect(text()).toContain("Görüntülenen şirket: Yeşilova"))
    await until(() => expect(hrefs()).toContain("/user/campaigns"))
    await click(document.querySelector('.sidebar a[href="/user/campaigns"]'))
    await until(() => expect(document.querySelector("tbody tr[data-row]")).toBeTruthy())
    expect(text()).toContain("Görüntülenen şirket: Yeşilova")
    expect(
      [...document.querySelectorAll("main a, main button")].filter(it => /ekle|oluştur|işlemleri/i.test(it.textContent ?? "")),
    ).toEqual([])
    await click([...document.querySelectorAll(".topbar__user")].at(-1))
    await click(find("[role=menuitem]", "Profil"))
    await click(await until(() => find("label", "Her iş günü")?.querySelector("input")))
    await until(() => expect(document.querySelector(".toast")?.textContent).toContain("Hiçbir şey değiştirilemez."))
    expect(screens.calls.filter(call => call.startsWith("PUT"))).toEqual([])
    await click(find("button", "Görüntülemeyi bitir"))
    await until(() => expect(location.pathname).toBe(path))
    await until(() => expect(hrefs()).toContain("/admin/campaigns"))
    expect(text()).not.toContain("Görüntülenen şirket")
  })

  it("until the token expires, which is said", async () => {
    const { button } = await openCompany()
    await click(button)
    await until(() => expect(hrefs()).toContain("/user/campaigns"))
    if (session.viewing) session.viewing.tokenExpiry = Date.now()
    await click(document.querySelector('.sidebar a[href="/user/draws"]'))
    await until(() => expect(text()).toContain("Görüntüleme süresi doldu. Kendi konsolunuza döndünüz."))
    await until(() => expect(hrefs()).toContain("/admin/campaigns"))
  })

  it("only where the server offers it", async () => {
    screens.fault = ({ url }) => (url.endsWith("/view-as") ? new Response(null, { status: 404 }) : undefined)
    const { path, button } = await openCompany()
    await click(button)
    await until(() => expect(text()).toContain("Bağlı sunucu bu işlemi desteklemiyor."))
    expect(location.pathname).toBe(path)
  })
})
