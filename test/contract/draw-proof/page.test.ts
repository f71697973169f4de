import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { vectors } from "./vectors"

it("the page of the proof holds the vectors that the code makes", async () => {
  const page = readFileSync("docs/draw-proof.md", "utf8")
  expect(page.slice(page.indexOf("## Test vectors"))).toBe(await vectors())
})
