/** `node build.mjs`: builds console, HTML pages and the reference API into dist/ (docs/build.md). */
import { cp, readdir, rm, utimes, writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { newerFeatures } from "./scripts/build/browsers.mjs"
import { compressAll } from "./scripts/build/compress.mjs"
import { buildConsole } from "./scripts/build/console.mjs"
import { buildPages } from "./scripts/build/pages.mjs"
import { dist, root } from "./scripts/build/paths.mjs"
import { buildServer } from "./scripts/build/server.mjs"
import { report } from "./scripts/build/size.mjs"
import { writeTexts } from "./scripts/build/texts.mjs"

/** Copies public/, except the template of the pages. */
const copyStatic = async () => {
  for (const name of await readdir(`${root}public`))
    if (name !== "index.html") await cp(`${root}public/${name}`, dist + name, { recursive: true })
}

/**
 * Builds dist/.
 * @param dev neither minified nor compressed, with source maps, and pages that reload after a build
 * @throws when a part fails, exceeds the size budget, or uses what not all browsers have without a fallback
 */
export const build = async ({ dev = false, print = console.log } = {}) => {
  const startedAt = new Date()
  const newer = newerFeatures()
  if (newer.length) throw new Error(`${newer.join(".\n")}.`)
  await rm(dist, { recursive: true, force: true })
  const [built] = await Promise.all([buildConsole({ dev }), buildServer({ dev }), copyStatic()])
  await writeTexts(built)
  const needs = await buildPages(built)
  if (!dev) {
    const { table, exceeded } = report(await compressAll(), built, needs)
    print(table)
    if (exceeded.length) throw new Error(`The size budget is exceeded: ${exceeded.join(", ")}.`)
    await writeFile(`${dist}meta.json`, JSON.stringify(built.metafile))
    // scripts/build-if-outdated.mjs compares this time with those of the sources.
    await utimes(`${dist}meta.json`, startedAt, startedAt)
  }
  print(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  build().catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
