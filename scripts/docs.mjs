import { mkdirSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"

/** Writes docs/contract-records.md and docs/openapi.json from the OpenAPI document of the reference API. */
const folder = "server/node_modules/.cache"
mkdirSync(folder, { recursive: true })
const load = async (entry, name) => {
  const outfile = `${folder}/${name}.mjs`
  const options = { bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error" }
  await build({ ...options, entryPoints: [`server/src/${entry}.ts`], outfile })
  return import(pathToFileURL(outfile).href)
}
const { openApiFile, recordsFile } = await load("openapi-file", "openapi-file")
writeFileSync("docs/contract-records.md", recordsFile())
writeFileSync("docs/openapi.json", openApiFile())
