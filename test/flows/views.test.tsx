import { afterEach, describe, expect, it } from "vitest"
import { settings } from "../../src/state/settings"
import { toasts } from "../../src/state/toasts"
import { hasExtensions } from "../extensions"
import { click, find, search, text, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** Saved views of a list on the real API (docs/console.md#saved-views). */
const screens = consoleOnApi()

const rows = () => document.querySelectorAll("tbody tr[data-row]").length
const menuButton = () => document.querySelector<HTMLElement>("main .push-end:not(.wide-only) > button[aria-haspopup=menu]")
const openMenu = async () => {
  await until(() => expect(menuButton()).toBeTruthy())
  await click(menuButton())
  await until(() => expect(document.querySelector("[role=menu]")).toBeTruthy())
}
const choose = async (name: string) => {
  await openMenu()
  await click(await until(() => find("[role=menu] button", name)))
}
const openList = async (query = "", count?: number) => {
  await screens.open("tr", `campaigns${query}`)
  await until(() => (count === undefined ? expect(rows()).toBeGreaterThan(0) : expect(rows()).toBe(count)))
}
const save = async (name: string) => {
  await choose("Görünüm olarak kaydet")
  await type(await until(() => find("dialog input[type=text], dialog input:not([type])", "")), name)
  await click(find("dialog button", "Kaydet"))
  await until(() => expect(menuButton()?.textContent).toBe(name))
}

afterEach(() => {
  hasExtensions(true)
  settings.startView = {}
})

describe("a saved view", () => {
  it("opens its filters, order and columns again, and marks what differs from it", async () => {
    await openList("?status=4&sortBy=title&sortOrder=asc")
    settings.hidden.campaigns = ["brand"]
    await save("Bitenler")
    expect(search()).toMatchObject({ status: "4", sortBy: "title", view: expect.any(String) })

    await click(document.querySelector('.sidebar a[href="/user/campaigns"]'))
    await until(() => expect(search()).toEqual({}))
    delete settings.hidden.campaigns
    await choose("Bitenler")
    await until(() => expect(search()).toMatchObject({ status: "4", sortBy: "title" }))
    expect(settings.hidden.campaigns).toEqual(["brand"])
    await until(() => expect(menuButton()?.textContent).toBe("Bitenler"))

    settings.hidden.campaigns = ["brand", "period"]
    await until(() => expect(menuButton()?.textContent).toBe("Bitenler *"))
    await choose("Değişiklikleri kaydet")
    await until(() => expect(menuButton()?.textContent).toBe("Bitenler"))
  })

  it("opens by a link, begins the list where it was chosen for that, and is deleted with an undo", async () => {
    await openList("?status=4")
    await save("Başlangıç")
    const { view } = search()
    await choose("Liste bununla açılsın")
    await screens.close()
    await openList()
    await until(() => expect(search()).toEqual({ status: "4", view }))
    await screens.close()
    await openList(`?view=${view}`)
    await until(() => expect(search()).toEqual({ status: "4", view }))

    await choose("Görünümü sil")
    await until(() => expect(search()).toEqual({ status: "4" }))
    expect(settings.startView).toEqual({})
    const undo = toasts.list.find(({ action }) => action)?.action
    undo?.run()
    await until(() => expect(menuButton()?.textContent).toBe("Başlangıç"))
  })

  it("that is not shared, or is gone, is said to be missing, and the plain list is shown", async () => {
    await openList("?view=00000000-0000-4000-8000-000000000000")
    await until(() => expect(search()).toEqual({}))
    expect(toasts.list.map(({ title }) => title)).toContain("Bu görünüm silinmiş veya artık sizinle paylaşılmıyor.")
  })

  it("stays in the browser where the server has no such call", async () => {
    hasExtensions(false)
    await openList("?status=4")
    await save("Bu tarayıcıda")
    await screens.close()
    await openList()
    await choose("Bu tarayıcıda")
    await until(() => expect(search()).toMatchObject({ status: "4" }))
    await choose("Görünüm olarak kaydet")
    await until(() => expect(text()).toContain("görünümleriniz bu tarayıcıda kalır"))
    expect(text()).not.toContain("Ekiple paylaş")
  })
})
