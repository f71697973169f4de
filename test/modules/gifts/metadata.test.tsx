import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { createRandom } from "../../../server/src/seed/random"
import { giftCardOf, maxMetadataDepth } from "../../../src/contract/gifts"
import { createFormat } from "../../../src/core/text/format"
import { MetadataField } from "../../../src/modules/gifts/metadata-field"
import { describeValue, formatValue, parseValue } from "../../../src/modules/gifts/metadata-text"
import { i18n } from "../../../src/state/instances"
import { accounts, createTestApi, type TestApi } from "../../api"
import { click, find, mount, speak, type } from "../../kit"
import { formOf } from "../../ui/form-of"
import { byId } from "../../ui/held"

/** A gift card's metadata: any JSON object comes through wire and form as it was (docs/contract.md#gift-card-record). */
const random = createRandom(6)
type Json = Record<string, unknown>

const keys = ["tedarikci", "limits", "ı İ", "1", "a.b", "__proto__", "constructor", "toJSON", '"', "x y"]
const texts = ["", " a ", "ışık", "5", "true", "null", "[x", "{", '"', "\n", "😀", "=1+1"]
const value = (depth: number): unknown => {
  const kind = random.whole(0, depth > 0 ? 7 : 4)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick([0, 1, -1.5, 1e21, 2 ** 53 - 1, 1e-7])
  if (kind < 5) return random.pick(texts)
  return kind < 6 ? Array.from({ length: random.whole(0, 3) }, () => value(depth - 1)) : object(depth - 1)
}
/** As JSON makes it: a member named `__proto__` is one. */
const object = (depth: number): Json =>
  Object.fromEntries(Array.from({ length: random.whole(0, 4) }, () => [random.pick(keys), value(depth)]))
const objects = (count: number) => Array.from({ length: count }, () => object(maxMetadataDepth - 1))

describe("a value of the metadata", () => {
  it("written as text and read again is the same", () => {
    for (const one of objects(1500).flatMap(Object.values)) expect(parseValue(formatValue(one, i18n.t), one, i18n.t)).toEqual(one)
  })

  it.each<[unknown, string, string, unknown]>([
    [true, "Evet", "hayır", false],
    [false, "Hayır", "EVET", true],
    [true, "Evet", "belki", "belki"],
    [["uygulama", "mağaza"], "uygulama, mağaza", "uygulama, bayi,", ["uygulama", "bayi"]],
    [["a,b"], '["a,b"]', '["c"]', ["c"]],
    [{ iade: false }, '{"iade":false}', '{"iade":true}', { iade: true }],
  ])("%j is edited as %s; %s is read as %j", (value, text, next, read) => {
    speak("tr")
    expect([formatValue(value, i18n.t), parseValue(next, value, i18n.t)]).toEqual([text, read])
  })
})

describe("a value of the metadata, to be read", () => {
  it.each<[unknown, string, string]>([
    [true, "Evet", "Yes"],
    [false, "Hayır", "No"],
    [["uygulama", "mağaza"], "uygulama, mağaza", "uygulama, mağaza"],
    [12500.5, "12.500,5", "12,500.5"],
    [{ iade: false, günler: [1, 2] }, "iade: Hayır; günler: 1, 2", "iade: No; günler: 1, 2"],
    ["kod", "kod", "kod"],
    ["", "—", "—"],
    [null, "—", "—"],
    [[], "—", "—"],
    [{}, "—", "—"],
  ])("%j is in words", (value, tr, en) => {
    const read = (language: "tr" | "en") => {
      speak(language)
      return describeValue(value, i18n.t, createFormat(language, "Europe/Istanbul"))
    }
    expect([read("tr"), read("en")]).toEqual([tr, en])
  })
})

describe("metadata", () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  it("comes back from the real API as it was, however nested", async () => {
    const token = await api.signIn(accounts.elif)
    for (const metadata of objects(10)) {
      const made = await api.call("POST", "/gift/create", { token, body: { cardName: "Kart", metadata } })
      const read = async () => giftCardOf((await api.call("GET", `/gift/${made.value.id}`, { token })).value).metadata
      expect(await read()).toEqual(metadata)
      const next = object(maxMetadataDepth - 1)
      await api.call("PUT", "/gift/update", { token, body: { cardName: "Kart", metadata: next, id: made.value.id } })
      expect(await read()).toEqual(next)
    }
  })
})

describe("metadata on the form", () => {
  let unmount = async () => {}
  let form = formOf({ metadata: {} as Json })
  afterEach(() => unmount())
  const show = async (metadata: Json) => {
    speak("en")
    form = formOf({ metadata }, { labels: { metadata: "gift.metadata" } })
    ;({ unmount } = await mount(<MetadataField {...form.bind("metadata")} />))
  }

  it("keeps every value that is not touched, of any object", async () => {
    for (const metadata of objects(8)) {
      await show(metadata)
      await click(find("button", "Add metadata"))
      const at = Object.keys(metadata).length
      await type(byId(`metadata-${at}-key`), "added")
      await type(byId(`metadata-${at}-value`), "later")
      expect(form.get().metadata).toEqual({ ...metadata, added: "later" })
      await unmount()
    }
    unmount = async () => {}
  })

  it.each([
    ["a number, emptied and typed anew", 5, ["", "7", "75"], 75],
    ["an object, broken and whole again", { a: [1] }, ['{"a": [1', '{"a": [1, 2]}'], { a: [1, 2] }],
    ["true made false", true, ["fals", "false"], false],
    ["a text that looks like a number", "5", ["", "6"], "6"],
    ["null made a text", null, ["metin"], "metin"],
  ])("takes %s for what it is", async (_, before, typed, after) => {
    await show({ x: before, other: { deep: [null] } })
    for (const text of typed) await type(byId("metadata-0-value"), text)
    expect(form.get().metadata).toEqual({ x: after, other: { deep: [null] } })
  })
})
