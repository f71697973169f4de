import { readFileSync } from "node:fs"
import { beforeEach, describe, expect, it } from "vitest"
import { i18n } from "../../src/state/instances"

/** A namespace that only some pages need. */

const asked: string[] = []
let isDown = (_: string) => false
beforeEach(() => {
  asked.length = 0
  isDown = () => false
  i18n.configure({
    fetch: (async (path: string, init?: RequestInit) => {
      asked.push(`${path} ${init?.cache}`)
      return isDown(path) ? new Response("", { status: 503 }) : new Response(readFileSync(path.slice(1), "utf8"))
    }) as typeof fetch,
  })
})

describe("texts that only some pages need", () => {
  it("are not fetched before a page asks", async () => {
    await i18n.load("en")
    await i18n.load("tr")
    expect(asked.filter(path => path.includes("legal"))).toEqual([])
    expect(i18n.hasNamespace("legal")).toBe(false)
  })

  it("that can't be had change nothing", async () => {
    isDown = path => path.includes("legal")
    await expect(i18n.loadNamespace("legal")).rejects.toThrow("503")
    expect(i18n.hasNamespace("legal")).toBe(false)
    expect(i18n.t("ui.save")).toBe("Kaydet")
    await i18n.load("en")
    expect(i18n.language()).toBe("en")
    isDown = () => false
    await i18n.load("tr")
  })

  it("are added to the language spoken, uncached, and every follower is told", async () => {
    const versions = [i18n.version()]
    await i18n.loadNamespace("legal")
    versions.push(i18n.version())
    expect(asked).toEqual(["/locales/tr/legal.json no-store"])
    expect([i18n.hasNamespace("legal"), i18n.t("legal.contents"), i18n.t("ui.save")]).toEqual([true, "İçindekiler", "Kaydet"])
    expect(versions[1]).toBeGreaterThan(versions[0] ?? 0)
  })

  it("come along with the next language", async () => {
    await i18n.load("en")
    expect(asked.sort()).toEqual(["common", "legal", "translation"].map(name => `/locales/en/${name}.json no-store`))
    expect([i18n.hasNamespace("legal"), i18n.t("legal.contents")]).toEqual([true, "Contents"])
  })

  it("are missing where a language came without them", () => {
    i18n.setDictionaries("tr", [JSON.parse(readFileSync("locales/tr/common.json", "utf8"))])
    expect(i18n.hasNamespace("legal")).toBe(false)
  })
})
