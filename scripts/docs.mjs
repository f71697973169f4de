import { mkdirSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"

/** Writes docs/contract-records.md from the OpenAPI document of the reference API. */
const outfile = "server/node_modules/.cache/records-page.mjs"
mkdirSync("server/node_modules/.cache", { recursive: true })
await build({
  entryPoints: ["server/src/openapi/records-page.ts"],
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  outfile,
  logLevel: "error",
})
const { recordsPage } = await import(pathToFileURL(outfile).href)
writeFileSync("docs/contract-records.md", recordsPage())
