import { expect, it } from "vitest"
import { HttpError } from "../../../src/core/http/http"
import { isConflict } from "../../../src/core/http/http-error"
import { saveVersioned } from "../../../src/core/http/save-versioned"

type Stored = { version: number; names: string[] }

const conflict = (value?: Stored) => new HttpError({ kind: "http", status: 409, value })
const failure = new HttpError({ kind: "http", status: 500 })

/** Adds a name to what is stored. @param answers those to the first calls: what somebody else has stored by then, or an error */
const add = async (name: string, answers: (Stored | HttpError)[]) => {
  const sent: Stored[] = []
  const outcome = await saveVersioned<Stored, string>({
    seen: { version: 1, names: ["a"] },
    currentOf: error => (isConflict(error) ? (error.value as Stored) : undefined),
    send: async ({ version, names }) => {
      sent.push({ version, names: [...names, name] })
      const answer = answers.shift()
      if (answer) throw answer instanceof HttpError ? answer : conflict(answer)
      return "saved"
    },
  }).catch((error: unknown) => error)
  return { outcome, sent }
}

const others: Stored = { version: 2, names: ["a", "b"] }

it.each([
  ["is sent once where nobody else was first", [], ["1: a c"], "saved"],
  ["is made of the newer version where somebody else was first", [others], ["1: a c", "2: a b c"], "saved"],
  ["is not sent again after another failure", [failure], ["1: a c"], failure],
  ["is not sent again where the conflict has no record", [conflict()], ["1: a c"], conflict()],
  ["ends after four attempts", Array(9).fill(others), ["1: a c", "2: a b c", "2: a b c", "2: a b c"], conflict(others)],
])("a change %s", async (_, answers, expected, result) => {
  const { outcome, sent } = await add("c", [...answers])
  expect(sent.map(({ version, names }) => `${version}: ${names.join(" ")}`)).toEqual(expected)
  expect(outcome).toEqual(result)
})
