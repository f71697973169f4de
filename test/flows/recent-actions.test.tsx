import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startToasts } from "../../src/effects/toasts"
import { startUndo } from "../../src/effects/undo"
import { signedOut } from "../../src/state/session"
import { dismissAll } from "../../src/state/toasts"
import { act, click, find, press, textOf, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** The header's recent actions (docs/console.md#recent-actions). */
const screen = consoleOnApi()
let stops: (() => void)[] = []
const stop = () => {
  for (const end of stops) end()
}
const start = () => {
  stops = [startToasts(), startUndo()]
}
beforeEach(start)
afterEach(stop)

const button = () => document.querySelector<HTMLElement>(".counted-panel__button")
const entries = () => [...document.querySelectorAll(".counted-panel li")].map(({ textContent }) => textContent ?? "")
const partner = async (name: string): Promise<string> => {
  const token = await screen.token("tr")
  return (await screen.api().call("POST", "/brand/create", { token, body: { name, tenantIds: [], contacts: [] } })).value.id
}
const nameOf = async (id: string) =>
  (await screen.api().call("GET", `/brand/${id}`, { token: await screen.token("tr") })).value.name

/** Renames a partner by its form. */
const rename = async (id: string, name: string) => {
  await screen.open("tr", `partner-management/edit/${id}`)
  await until(() => expect(document.getElementById("name")).toBeTruthy())
  await type(document.getElementById("name"), name)
  await click(document.querySelector(".action-bar [type=submit]"))
  await until(() => expect(textOf(".toast")).toContain(name))
}

describe("a saved record", () => {
  it("is named by its toast, counted in the header, listed there and undone from there, also after a reload", async () => {
    const id = await partner("Önceki ad")
    await rename(id, "Sonraki ad")
    expect(textOf(".toast b")).toBe("İş ortağı güncellendi")
    expect(button()?.getAttribute("aria-label")).toBe("Son işlemler, 1 işlem geri alınabilir")
    expect(document.querySelector(".topbar [role=status]")?.textContent).toBe("Son işlemler, 1 işlem geri alınabilir")

    // A reload leaves the storage alone.
    const kept = sessionStorage.getItem("undo") ?? ""
    stop()
    sessionStorage.setItem("undo", kept)
    await act(async () => {
      dismissAll()
      start()
    })
    expect(document.querySelector(".toast")).toBeNull()
    await click(button())
    expect(entries()).toEqual([
      expect.stringMatching(/^Sonraki adİş ortağı güncellendi · \d\d:\d\d · 10 dk içinde geri alınabilirGeri al$/),
    ])
    const undo = find(".counted-panel button", "Geri al")
    expect(document.activeElement).toBe(undo)
    await click(undo)
    await until(() => expect(entries()[0]).toMatch(/geri alındı$/))
    expect(await nameOf(id)).toBe("Önceki ad")
    expect(document.querySelector(".counted-panel")?.contains(document.activeElement)).toBe(true)
    await press(document.activeElement, "Escape")
    expect([document.querySelector(".counted-panel"), document.activeElement]).toEqual([null, button()])
  })

  it("stands above the earlier ones, and all are dropped at sign-out", async () => {
    await rename(await partner("Bir"), "Birinci")
    expect(sessionStorage.getItem("undo")).toContain("Birinci")
    await click(button())
    expect(entries()).toHaveLength(1)
    await act(async () => signedOut("left"))
    expect(sessionStorage.getItem("undo")).toBeNull()
    expect(button()).toBeNull()
  })
})
