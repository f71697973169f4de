import { existsSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const page = readFileSync("test/coverage.md", "utf8")
const named = [...page.matchAll(/`([^`›]+) › ([^`]+)`/g)].map(([, file = "", name = ""]) => [file, name] as const)

it("the table of the contract's rows names tests that are there", () => {
  expect(named.length).toBeGreaterThan(40)
  const missing = named.filter(
    ([file, name]) => !existsSync(`test/${file}`) || !readFileSync(`test/${file}`, "utf8").includes(name),
  )
  expect(missing).toEqual([])
})
