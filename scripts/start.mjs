/** `npm start`: builds when the sources have changed, then serves console and API in this process. */
import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { dist, root } from "./build/paths.mjs"
import { stopWithNpm } from "./stop-with-npm.mjs"

if (!existsSync(`${root}node_modules/esbuild`)) {
  console.error("The packages are missing: run `npm ci` first.")
  process.exit(1)
}

const { buildIfOutdated } = await import("./build-if-outdated.mjs")
await buildIfOutdated({ onBuild: () => console.log("Building…") })
stopWithNpm()
await import(pathToFileURL(`${dist}server/main.js`).href)
