import { describe, expect, it } from "vitest"
import { firstJson } from "../../../src/core/text/first-json"

describe("the first JSON in a text", () => {
  it.each<[string, string, unknown]>([
    ["alone", '{"a":1}', { a: 1 }],
    ["in a fence", 'Here it is:\n```json\n{"a":"}"}\n```\nAnything else?', { a: "}" }],
    ["behind other brackets", 'See [1] and {this}: {"a":[1,2]} {"b":2}', { a: [1, 2] }],
    ["as a list of objects", '[{"a":1}]', [{ a: 1 }]],
    ["with commas too many", '{"a":[1,2,],"b":",}",}', { a: [1, 2], b: ",}" }],
    ["as a text that is JSON", JSON.stringify('{"a":1}'), { a: 1 }],
    ["behind a reasoning with JSON", '<think>{"draft":1}</think>{"a":1}', { a: 1 }],
    ["with quotes and backslashes", '{"a":"\\"{\\\\"}', { a: '"{\\' }],
    ["cut off", '{"a":[{"b":1', undefined],
    ["of numbers alone", "[1,2]", undefined],
    ["absent", "I cannot help with that.", undefined],
    ["empty", "", undefined],
  ])("%s", (_, text, value) => {
    expect(firstJson(text)).toEqual(value)
  })

  it.each([
    ["open brackets", "[".repeat(190_000)],
    ["pairs of brackets", "[]".repeat(90_000)],
    ["quotes", '{"'.repeat(60_000)],
    ["deep lists", `${"[".repeat(90_000)}${"]".repeat(90_000)}`],
    ["too much", "{".repeat(5_000_000)],
  ])("is given up soon among %s", (_, text) => {
    expect(firstJson(text)).toBeUndefined()
  })
})
