import { describe, expect, it } from "vitest"
import { fold, search } from "../../../src/core/text/fold"
import { initials } from "../../../src/ui/display/pictures/initials"

describe("Turkish letters", () => {
  it.each([
    ["İSTANBUL", "istanbul"],
    ["IĞDIR", "igdir"],
    ["ışık", "isik"],
    ["Çağrı Öğüt Şule", "cagri ogut sule"],
    ["plain", "plain"],
  ])("%s folds to %s", (text, folded) => {
    expect(fold(text)).toBe(folded)
  })
  it("are found spelled exactly first, then folded, beginnings before the rest", () => {
    const items = ["Kaşık", "ISIK", "Işık", "Işıklar", "Karışık"]
    expect(search(items, "ışık", item => item)).toEqual(
      ["Işık", "Işıklar", "Karışık", "ISIK"].filter(item => items.includes(item)),
    )
    expect(search(items, "isik", item => item)).toContain("Işık")
    expect(search(["Işık", "ISIK", "Isikli"], "isik", item => item)).toEqual(["ISIK", "Isikli", "Işık"])
    expect(search(items, "", item => item)).toEqual(items)
  })
  it("have their own capitals", () => {
    expect(initials("istanbul")).toBe("İS")
  })
  it.each([
    ["Yılbaşı İndirimi (kopya)", "YK"],
    ["ayşe.yılmaz@yesilova.example", "AY"],
    ["🎁 Hediye", "HE"],
    ["𝓔lif Ak 1", "𝓔1"],
    ["e\u0301lodie", "E\u0301L"],
    ["🎉1", "1"],
    ["👨‍👩‍👧🎁", "👨‍👩‍👧"],
    ["🇹🇷", "🇹🇷"],
    ["***", "*"],
    ["", ""],
  ])("have initials that are letters or digits, or else the first character: %s", (name, expected) => {
    expect(initials(name)).toBe(expected)
  })
})
