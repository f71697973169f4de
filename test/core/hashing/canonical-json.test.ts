import { describe, expect, it } from "vitest"
import { canonicalJson, type Json } from "../../../src/core/hashing/canonical-json"

describe("canonical JSON", () => {
  it("sorts members by UTF-16 code units, at every depth (RFC 8785, 3.2.3)", () => {
    const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": { b: 1, a: 2 } }
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":{"a":2,"b":1},"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}')
  })

  it("writes numbers, texts and literals as RFC 8785, 3.2.2, does", () => {
    const value = [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0, '\u20ac$\u000f\nA\'B"\\\\"/', null, true, false, [], {}]
    expect(canonicalJson(value)).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0,"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/",null,true,false,[],{}]',
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, "\ud83d", 1n])("refuses %s", value => {
    expect(() => canonicalJson([value as Json])).toThrow(TypeError)
    expect(() => canonicalJson({ a: value as Json })).toThrow(TypeError)
  })
})
