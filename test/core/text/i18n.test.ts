import { readFileSync } from "node:fs"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { createI18n, type Key } from "../../../src/core/text/i18n"
import { joinTexts } from "../../../src/core/text/join-texts"

let i18n = createI18n()

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"))
/** A file of texts; that of every page has the common ones too. */
const file = (path: string) => {
  const own = read(path.slice(1))
  return path.endsWith("/translation.json") ? { ...own, ...read(path.slice(1).replace("translation", "common")) } : own
}

describe("the dictionary", () => {
  const requests: [string, RequestInit | undefined][] = []
  const serve = (change: (path: string) => unknown = file) =>
    i18n.configure({
      fetch: (async (input: string, init?: RequestInit) => {
        requests.push([input, init])
        const body = change(input)
        return body === undefined ? new Response("", { status: 500 }) : new Response(JSON.stringify(body))
      }) as typeof fetch,
    })
  beforeEach(async () => {
    i18n = createI18n()
    serve()
    await i18n.load("tr")
    requests.length = 0
  })

  it("is fetched uncached", async () => {
    await i18n.load("en")
    expect(requests.map(([path, init]) => [path, init?.cache])).toEqual([["/locales/en/translation.json", "no-store"]])
    expect(i18n.language()).toBe("en")
    expect(i18n.t("ui.close")).toBe("Close")
  })
  it("fills in parameters and chooses the plural", async () => {
    await i18n.load("en")
    expect(i18n.t("ui.hiddenSelected", { count: 1 })).toBe("1 of them is not in this view")
    expect(i18n.t("ui.hiddenSelected", { count: 2 })).toBe("2 of them are not in this view")
    expect(i18n.t("ui.hiddenSelected", { count: 12345 })).toBe("12,345 of them are not in this view")
    await i18n.load("tr")
    expect(i18n.t("ui.hiddenSelected", { count: 1 })).toBe("1 tanesi bu görünümde değil")
    expect(i18n.t("ui.hiddenSelected", { count: 12345 })).toBe("12.345 tanesi bu görünümde değil")
    expect(i18n.t("ui.noMatchFor", { keyword: "{{count}}" })).toBe("“{{count}}” için sonuç yok")
    const isolatedName = (keyword: string) => i18n.t("ui.noMatchFor", { keyword })
    expect(isolatedName("\u202Eadak")).toBe("“adak” için sonuç yok")
    expect(isolatedName("\u2069\u202E\u0634\u0631\u0643\u0629")).toBe("“\u2068\u0634\u0631\u0643\u0629\u2069” için sonuç yok")
    expect(isolatedName("\u2068\u0634")).toBe("“\u2068\u0634\u2069” için sonuç yok")
    const found = i18n.t("ui.noMatchFor", { keyword: "3 \uFEB5" })
    expect(joinTexts(found, "", false, 12)).toBe("\u2068“\u20683 \uFEB5\u2069” için sonuç yok\u2069 · 12")
  })
  it("that can't be had changes nothing", async () => {
    serve(() => undefined)
    await expect(i18n.load("en")).rejects.toThrow()
    expect([i18n.language(), i18n.t("ui.close")]).toEqual(["tr", "Kapat"])
  })
  it("tells its followers", async () => {
    const told = vi.fn()
    const stop = i18n.subscribe(told)
    await i18n.load("en")
    stop()
    await i18n.load("tr")
    expect(told).toHaveBeenCalledOnce()
  })
  it("that lacks a text, because another release divides them otherwise, is completed once", async () => {
    const { "ui.close": close, ...others } = file("/locales/en/translation.json")
    serve(path => (path.endsWith("/all.json") ? { "ui.close": close } : others))
    await i18n.load("en")
    expect([i18n.t("ui.close"), i18n.t("no.such.key" as Key)]).toEqual(["Kapat", "no.such.key"])
    await vi.waitFor(() => expect(i18n.t("ui.close")).toBe("Close"))
    expect(
      requests
        .map(([path]) => path)
        .filter(path => path.endsWith("/all.json"))
        .sort(),
    ).toEqual(["/locales/en/all.json", "/locales/tr/all.json"])
  })
  it("shows a key that nobody has, and reports it", () => {
    const report = vi.fn()
    i18n.configure({ onMissingKey: report })
    expect(i18n.t("no.such.key" as Key)).toBe("no.such.key")
    expect(report).toHaveBeenCalledWith("no.such.key")
  })
})

describe("texts that only some pages need", () => {
  const asked: string[] = []
  let isDown = (_: string) => false
  const create = () => {
    i18n = createI18n()
    i18n.configure({
      fetch: (async (path: string, init?: RequestInit) => {
        asked.push(`${path} ${init?.cache}`)
        return isDown(path) ? new Response("", { status: 503 }) : Response.json(file(path))
      }) as typeof fetch,
    })
  }
  beforeEach(async () => {
    isDown = () => false
    create()
    await i18n.load("tr")
    asked.length = 0
  })

  it("are not fetched before a page asks", async () => {
    await i18n.load("en")
    await i18n.load("tr")
    expect(asked.filter(path => path.includes("legal"))).toEqual([])
    expect(i18n.hasNamespaces("legal")).toBe(false)
  })

  it("that can't be had change nothing", async () => {
    isDown = path => path.includes("legal")
    await expect(i18n.loadNamespace("legal")).rejects.toThrow("503")
    expect(i18n.hasNamespaces("legal")).toBe(false)
    expect(i18n.t("ui.close")).toBe("Kapat")
    await i18n.load("en")
    expect(i18n.language()).toBe("en")
  })

  it("are added to the language spoken, uncached, and every follower is told", async () => {
    const versions = [i18n.version()]
    await i18n.loadNamespace("legal")
    versions.push(i18n.version())
    expect(asked).toEqual(["/locales/tr/legal.json no-store"])
    expect([i18n.hasNamespaces("legal"), i18n.t("legal.contents"), i18n.t("ui.close")]).toEqual([true, "İçindekiler", "Kapat"])
    expect(versions[1]).toBeGreaterThan(versions[0] ?? 0)
  })

  it("come along with the next language while they are shown", async () => {
    const hide = i18n.showNamespaces(["legal"])
    await i18n.load("en")
    expect(asked.sort()).toEqual(["legal", "translation"].map(name => `/locales/en/${name}.json no-store`))
    expect([i18n.hasNamespaces("legal"), i18n.t("legal.contents")]).toEqual([true, "Contents"])
    hide()
  })

  it("follow the next language where they are not shown", async () => {
    await i18n.loadNamespace("proof")
    let isSwitched = false
    const stop = i18n.subscribe(() => {
      isSwitched = true
    })
    isDown = path => path.includes("en/proof") && !isSwitched
    await i18n.load("en")
    await vi.waitFor(() => expect(i18n.hasNamespaces("proof")).toBe(true))
    stop()
  })

  it("are fetched once for two screens, in the language that is on its way", async () => {
    create()
    const language = i18n.load("en")
    await Promise.all([i18n.addNamespaces(["legal"]), i18n.addNamespaces(["legal"]), language])
    expect(asked.filter(path => path.includes("legal"))).toEqual(["/locales/en/legal.json no-store"])
    expect(i18n.t("legal.contents")).toBe("Contents")
  })

  it("are missing where a language came without them", async () => {
    await i18n.loadNamespace("legal")
    i18n.setDictionaries("tr", [JSON.parse(readFileSync("locales/tr/common.json", "utf8"))])
    expect(i18n.hasNamespaces("legal")).toBe(false)
  })
})
