import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openApiFile, recordsFile } from "../../server/src/openapi-file"
import { root } from "./sources"

it("docs/openapi.json is the document that `npm run docs` writes", () => {
  expect(readFileSync(join(root, "docs/openapi.json"), "utf8") === openApiFile()).toBe(true)
})

it("docs/contract-records.md is the page that `npm run docs` writes", () => {
  expect(readFileSync(join(root, "docs/contract-records.md"), "utf8")).toBe(recordsFile())
})
