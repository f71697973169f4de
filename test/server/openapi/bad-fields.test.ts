import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { accounts, createTestApi, type TestApi } from "../../api"
import { isLong, sample } from "../../rounds"

/**
 * Every field of every documented body, given what its schema refuses: the answer is 400 and names the field. A short run takes
 * one value for each second field, another for the next one.
 * Every documented query parameter, given the same: the answer is a list, or 400.
 */
type Json = Record<string, unknown>
type Operation = {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Json; example?: Json }> }
}

let api: TestApi
const tokens = { company: "", platform: "" }
let document: { paths: Record<string, Record<string, Operation>> } & Json
let scenarios = 0
let atField = 0
beforeAll(async () => {
  api = await createTestApi()
  tokens.company = await api.signIn(accounts.elif)
  tokens.platform = await api.signIn(accounts.admin)
  document = (await api.call("GET", "/openapi.json")).body
})
afterAll(async () => {
  await api.close()
  process.stdout.write(`endpoint scenarios of bad fields and parameters: ${scenarios}, ${atField} told at their field\n`)
})

/** What most fields can't be; a schema says which of them its field can. */
const values: readonly (readonly [string, unknown])[] = [
  ["a number", 5],
  ["a negative number", -1],
  ["a fraction", 0.5],
  ["a number that is too large", 1e300],
  ["true", true],
  ["false", false],
  ["an object", {}],
  ["an operator", { $gt: "" }],
  ["an object of texts", { text: "x" }],
  ["a list", []],
  ["a list of texts", ["x"]],
  ["a list of numbers", [1]],
  ["a list in a list", [[]]],
  ["a list of objects", [{}]],
  ["null", null],
  ["nothing written", ""],
  ["blanks", " \t\n "],
  ["a text", "x"],
  ["a text of digits", "1"],
  ["a name", "active"],
  ["a day that is none", "2026-02-30"],
  ["an id that is none", "3f0d1f6e-5a53-4c1b-9a55"],
  ["a script", "javascript:alert(1)"],
  ["a text with NUL", "a\u0000b"],
  ["a text that is too long", "a".repeat(20_001)],
  ["half a character", "\ud800"],
  ["a prototype", "__proto__"],
]

const resolved = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(resolved)
  if (typeof json !== "object" || json === null) return json
  const { $ref, ...rest } = json as { $ref?: string }
  if ($ref)
    return resolved(
      $ref
        .slice(2)
        .split("/")
        .reduce<unknown>((at, name) => (at as Json)[name], document),
    )
  return Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, resolved(part)]))
}

const someId = "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11"
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, someId)

describe("a body's field", () => {
  it("that the document's schema refuses is refused by the server, by name, on every route", async () => {
    const accepted: string[] = []
    let fields = 0
    let seen = 0
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const media = operation.requestBody?.content["application/json"]
        if (!media) continue
        const schema = resolved(media.schema) as { properties?: Record<string, Json> }
        for (const [field, shape] of Object.entries(schema.properties ?? {})) {
          const takes = z.fromJSONSchema(shape as never)
          const refused = values.filter(([, value]) => !takes.safeParse(value).success)
          // A field that takes anything, such as a metadata object's, has less to refuse.
          if (refused.length >= 12) fields++
          if (++seen % 2 && !isLong) continue
          // What the company may not call with one value it may not with another.
          let token = tokens.company
          for (const [name, value] of sample(refused.slice(0, 12), 1, fields)) {
            scenarios++
            const body = { ...media.example, [field]: value }
            const send = () => api.call(method.toUpperCase(), filled(path), { token, body })
            let answer = await send()
            if (answer.status === 403 && token === tokens.company) {
              token = tokens.platform
              answer = await send()
            }
            const named = (answer.body?.validationErrors ?? []).some(
              (entry: { propertyName: string }) => entry.propertyName.split(/[.[]/)[0] === field,
            )
            if (answer.status === 400 && named) atField++
            // What is not there is told before its fields are looked at.
            if (![400, 404].includes(answer.status) || (answer.status === 400 && !named))
              accepted.push(`${method} ${path} ${field}: ${name} → ${answer.status}`)
          }
        }
      }
    expect(accepted).toEqual([])
    expect(fields).toBeGreaterThan(100)
  })
})

describe("a query's parameter", () => {
  it("that is nonsense is ignored, finds nothing, or is refused: nothing breaks", async () => {
    const broken: string[] = []
    for (const [path, { get: operation }] of Object.entries(document.paths))
      for (const { name, in: place } of operation?.parameters ?? []) {
        if (place !== "query") continue
        for (const [what, value] of sample(values, 1, scenarios)) {
          scenarios++
          const text = typeof value === "string" ? value.toWellFormed() : JSON.stringify(value)
          const answer = await api.call("GET", `${filled(path)}?${name}=${encodeURIComponent(text)}`, { token: tokens.platform })
          if (![200, 302, 400, 401, 403, 404].includes(answer.status)) broken.push(`${path} ${name}: ${what} → ${answer.status}`)
        }
      }
    expect(broken).toEqual([])
  })
})
