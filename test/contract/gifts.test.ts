import { describe, expect, it } from "vitest"
import { maxMetadataDepth, metadataError, validityAt } from "../../src/contract/gifts"

const at = (text: string) => Date.parse(text)

describe("a gift card's validity", () => {
  const span = { validityStart: "2026-03-01T00:00:00Z", validityEnd: "2026-04-01T00:00:00Z" }
  it.each([
    ["just before its start", span, "2026-02-28T23:59:59.999Z", "upcoming"],
    ["at its start", span, "2026-03-01T00:00:00Z", "valid"],
    ["just before its end", span, "2026-03-31T23:59:59.999Z", "valid"],
    ["at its end", span, "2026-04-01T00:00:00Z", "expired"],
    ["without a start", { validityEnd: span.validityEnd }, "2000-01-01T00:00:00Z", "valid"],
    ["without an end", { validityStart: span.validityStart, validityEnd: null }, "2100-01-01T00:00:00Z", "valid"],
    ["with nothing said", { validityStart: "", validityEnd: "" }, "2026-01-01T00:00:00Z", "valid"],
  ])("%s", (_, gift, now, expected) => {
    expect(validityAt(gift, at(now))).toBe(expected)
  })
})

describe("a gift card's metadata", () => {
  const nested = (depth: number): object => (depth === 1 ? {} : { inner: nested(depth - 1) })
  it.each([
    ["an empty object", {}, undefined],
    ["what goes as deep as it may", nested(maxMetadataDepth), undefined],
    ["a list", [], "gift.metadataShape"],
    ["null", null, "gift.metadataShape"],
    ["a text", "{}", "gift.metadataShape"],
    ["what goes one deeper", nested(maxMetadataDepth + 2), { key: "gift.metadataDepth", params: { limit: 5 } }],
    ["what is as long as it may be", { a: "a".repeat(9_992) }, undefined],
    ["what is one longer", { a: "a".repeat(9_993) }, { key: "rule.maxLength", params: { limit: 10_000 } }],
  ])("%s", (_, value, expected) => {
    expect(metadataError(value)).toEqual(expected)
  })
})
