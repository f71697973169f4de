import { describe, expect, it } from "vitest"
import { type Hex, parseHex } from "../../src/core/color"
import { contrast } from "../../src/core/contrast"

describe("colours", () => {
  it.each([
    ["#3a9355", "#3A9355"],
    ["#abc", "#AABBCC"],
    [" #FFF ", "#FFFFFF"],
    ["3a9355", undefined],
    ["#3a93", undefined],
    ["#12345g", undefined],
    ["red", undefined],
    ["", undefined],
    ["#fff;background:url(x)", undefined],
  ])("%j is %s", (text, color) => {
    expect(parseHex(text)).toBe(color)
  })
  it.each([
    ["#000000", "#FFFFFF", 21],
    ["#FFFFFF", "#FFFFFF", 1],
    ["#777777", "#FFFFFF", 4.48],
  ] as [Hex, Hex, number][])("%s on %s has %f", (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 2)
    expect(contrast(b, a)).toBeCloseTo(ratio, 2)
  })
})
