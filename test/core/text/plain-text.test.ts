import { describe, expect, it } from "vitest"
import { contactsIn, cutAtWord, plainText, withoutContacts } from "../../../src/core/text/plain-text"

describe("a text from outside", () => {
  it.each<[string, unknown, string]>([
    ["is on one line", " a\n\tb  c ", "a b c"],
    ["keeps markup as text", "<b>a</b> [x](javascript:1)", "<b>a</b> [x](javascript:1)"],
    ["loses control characters and marks of direction", "a\u0000b\u202ec\u200b\ufeff", "abc"],
    ["loses halves of characters", "a\ud83db 😀", "ab 😀"],
    ["may be a number", 7.5, "7.5"],
    ["is nothing otherwise", { text: "a" }, ""],
    ["is nothing without a value", null, ""],
  ])("%s", (_, given, expected) => {
    expect(plainText(given, 100)).toBe(expected)
  })

  it.each([
    ["short", 10, "short"],
    ["one two three", 9, "one two…"],
    ["one two three", 8, "one two…"],
    ["a word oflettersalone", 12, "a word ofle…"],
    ["aaaaaaaaa😀b", 11, "aaaaaaaaa…"],
  ])("%s is cut to %i characters at a word: %s", (text, max, expected) => {
    expect(cutAtWord(text, max)).toBe(expected)
    expect(expected.length).toBeLessThanOrEqual(max)
  })
})

describe("e-mail addresses and phone numbers", () => {
  it.each([
    ["ayse.kaya@yesilova.example yazsın", "… yazsın"],
    ["(ayşe@firma.com.tr)", "(…)"],
    ["0532 123 45 67 veya +90 (532) 123-45-67", "… veya …"],
    ["05321234567", "…"],
  ])("%s: %s", (text, without) => {
    expect(withoutContacts(text)).toBe(without)
    expect(contactsIn(text).length).toBeGreaterThan(0)
  })

  it.each(["2026 yılı 1.250 çalışan", "12.11.2026", "@yemek", "3 @ 5", "%85 ve 100.000 kişi"])("are not in %s", text => {
    expect(contactsIn(text)).toEqual([])
  })
})
