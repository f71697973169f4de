import { describe, expect, it } from "vitest"
import { formatNumber, parseNumber } from "../../../src/ui/controls/number"

describe("a typed number", () => {
  it.each([
    ["1.250,50", 1250.5, 1250.5],
    ["1,250.50", 1250.5, 1250.5],
    ["1.250", 1250, 1.25],
    ["1,250", 1.25, 1250],
    ["1.250.000", 1250000, 1250000],
    ["1.250.000,5", 1250000.5, 1250000.5],
    ["12,5", 12.5, 12.5],
    ["12.5", 12.5, 12.5],
    ["0.125", 0.125, 0.125],
    ["12345.678", 12345.678, 12345.678],
    ["1 250,5", 1250.5, 1250.5],
    ["-3", -3, -3],
    ["−3,5", -3.5, -3.5],
    [",5", 0.5, 0.5],
    ["12,", 12, 12],
    ["007", 7, 7],
    ["١٢", 12, 12],
    ["１２.５", 12.5, 12.5],
    ["\u202a₺ 12,5", 12.5, 12.5],
    ["1.250 TL", 1250, 1.25],
    ["12\u00a0₺", 12, 12],
    ["\u22123,5", -3.5, -3.5],
    ["\u20113", -3, -3],
  ])("%j is %d in Turkish and %d in English", (text, turkish, english) => {
    expect(parseNumber(text, "tr")).toBe(turkish)
    expect(parseNumber(text, "en")).toBe(english)
  })

  it.each(["abc", "1e5", "1..2", "1.2.3", "1,2,3", "12.34.567", "1.250,50,3", ".", "-", "5-", "%25", "5²", "12 kg", "TL TL 5"])(
    "%j is none in either language",
    text => {
      expect(parseNumber(text, "tr")).toBeUndefined()
      expect(parseNumber(text, "en")).toBeUndefined()
    },
  )

  it.each(["", "  "])("%j is nothing, and no mistake", text => {
    expect(parseNumber(text, "tr")).toBeNull()
  })
})

describe("a shown number", () => {
  it.each(["tr", "en"])("reads back as the same one in %s", language => {
    for (const value of [0, 1, 12.5, 12.125, 1250, 1250.75, -3, 1e7, 0.0000001])
      expect(parseNumber(formatNumber(value, language), language)).toBe(value)
  })

  it("takes the language's own marks, of decimals and of thousands", () => {
    expect(formatNumber(1250.5, "tr")).toBe("1.250,5")
    expect(formatNumber(1250.5, "en")).toBe("1,250.5")
    expect(formatNumber(1000000, "tr")).toBe("1.000.000")
  })

  it.each([null, undefined, Number.NaN])("%j shows nothing", value => {
    expect(formatNumber(value, "tr")).toBe("")
  })
})

describe("numbers as people type them", () => {
  it.each([
    ["1.250,50", "tr", 1250.5],
    ["1250,5", "tr", 1250.5],
    ["1.250", "tr", 1250],
    ["12.5", "tr", 12.5],
    ["1,250.50", "en", 1250.5],
    ["1,250", "en", 1250],
    ["12,5", "en", 12.5],
    ["", "tr", null],
    ["  ", "tr", null],
    ["abc", "tr", undefined],
    ["1e5", "en", undefined],
    ["-3", "en", -3],
  ])("%j in %s is %s", (text, language, value) => {
    expect(parseNumber(text, language)).toBe(value)
  })
  it("come back as they can be typed again", () => {
    for (const language of ["tr", "en"])
      for (const value of [0, 1, 12.5, 1250.75, -3]) expect(parseNumber(formatNumber(value, language), language)).toBe(value)
  })
})
