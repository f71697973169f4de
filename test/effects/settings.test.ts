import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { startDocument } from "../../src/effects/document"
import { startSettings } from "../../src/effects/settings"
import { i18n } from "../../src/state/instances"
import { changeSettings, defaultSettings, settings } from "../../src/state/settings"
import { speak } from "../kit"

/** Every setting applies at once, is kept in storage, and is shared over tabs (docs/console.md#settings). */
let stops: (() => void)[] = []
const root = document.documentElement
const stored = () => JSON.parse(localStorage.getItem("settings") ?? "null")
const settled = () => new Promise(done => setTimeout(done))

/** Another tab has written. */
const elsewhere = (key: string | null, newValue: string | null) => {
  if (key === null) localStorage.clear()
  else if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  dispatchEvent(new StorageEvent("storage", { key, newValue }))
}

beforeEach(() => {
  localStorage.clear()
  speak("tr")
  stops = [startSettings(), startDocument()]
})
afterEach(() => {
  for (const stop of stops) stop()
  changeSettings(structuredClone(defaultSettings))
  vi.unstubAllGlobals()
})

it("the language is kept for a year, in storage and in a cookie of the whole console", async () => {
  const written = vi.spyOn(document, "cookie", "set")
  speak("en")
  expect(localStorage.getItem("i18nextLng")).toBe("en")
  expect(written.mock.lastCall).toEqual(["i18nextLng=en; Max-Age=31536000; Path=/; SameSite=Lax"])
  written.mockRestore()
})

describe("a change", () => {
  it("is kept in storage", async () => {
    changeSettings({ notification: false, timeZone: "browser", density: "compact", theme: "dark" })
    await settled()
    expect(stored()).toMatchObject({ notification: false, timeZone: "browser", density: "compact", theme: "dark" })
  })

  const isPainted = (theme: string | undefined, density: string | undefined) =>
    vi.waitFor(() => expect([root.dataset.theme, root.dataset.density]).toEqual([theme, density]))

  it("is painted after the frame in which it was chosen", async () => {
    changeSettings({ theme: "dark", density: "compact" })
    await isPainted("dark", "compact")
    changeSettings({ theme: "system", density: "comfortable" })
    await isPainted(undefined, undefined)
  })

  it("that another tab made holds here too", async () => {
    elsewhere("settings", JSON.stringify({ ...defaultSettings, theme: "light", density: "compact", timeZone: "browser" }))
    expect(settings).toMatchObject({ theme: "light", density: "compact", timeZone: "browser" })
    await isPainted("light", "compact")
  })

  it("that another tab made is not written again over that tab's next one", async () => {
    elsewhere("settings", JSON.stringify({ ...defaultSettings, timeZone: "browser" }))
    localStorage.setItem("settings", JSON.stringify({ ...defaultSettings, timeZone: "browser", notification: false }))
    await settled()
    expect(stored()).toMatchObject({ timeZone: "browser", notification: false })
  })

  it.each([
    ["nonsense", "settings", "{"],
    ["nothing any more", "settings", null],
    ["an emptied storage", null, null],
  ] as const)("to %s means the defaults", (_, key, value) => {
    changeSettings({ theme: "dark", timeZone: "browser" })
    elsewhere(key, value)
    expect(settings).toMatchObject({ theme: "system", timeZone: "deployment" })
  })

  it("of something else in storage changes nothing", () => {
    changeSettings({ theme: "dark" })
    elsewhere("other", "{}")
    expect(settings.theme).toBe("dark")
  })

  it("is not painted after the end", async () => {
    changeSettings({ theme: "dark" })
    stops[1]?.()
    await new Promise(done => requestAnimationFrame(() => setTimeout(done, 10)))
    expect(root.dataset.theme).toBeUndefined()
  })

  it("after the end is not followed", () => {
    for (const stop of stops) stop()
    elsewhere("settings", JSON.stringify({ ...defaultSettings, theme: "light" }))
    expect(settings.theme).toBe("system")
  })
})

describe("the language that another tab chose", () => {
  const asked = vi.fn()
  const serve = (answer: () => Response) => {
    asked.mockClear()
    vi.stubGlobal("fetch", async (url: string) => {
      asked(url)
      return answer()
    })
  }

  it("is spoken here too", async () => {
    serve(() => Response.json({ "app.name": "Console" }))
    elsewhere("i18nextLng", "en")
    await vi.waitFor(() => expect(i18n.language()).toBe("en"), 10_000)
    expect(root.lang).toBe("en")
    expect(asked.mock.calls.map(([url]) => url)).toContain("/locales/en/translation.json")
  })

  it.each(["tr", "de", "", null])("as %j changes nothing and fetches nothing", async language => {
    serve(() => Response.json({}))
    elsewhere("i18nextLng", language)
    await settled()
    expect([i18n.language(), asked.mock.calls.length]).toEqual(["tr", 0])
  })

  it("stays another's when its dictionary can't be had", async () => {
    serve(() => new Response("", { status: 503 }))
    elsewhere("i18nextLng", "en")
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 10_000)
    await settled()
    expect(i18n.language()).toBe("tr")
  })
})
