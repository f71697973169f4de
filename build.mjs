/**
 * `node build.mjs [--dev]`: builds console, HTML pages and the reference API into dist/ (docs/build.md).
 * `--dev`: neither minified nor compressed, with source maps, and pages that reload after a build.
 */
import { readdir, rm, writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { copyStatic } from "./scripts/build/assets.mjs"
import { compress } from "./scripts/build/compress.mjs"
import { buildConsole } from "./scripts/build/console.mjs"
import { buildPages } from "./scripts/build/pages.mjs"
import { dist } from "./scripts/build/paths.mjs"
import { buildServer } from "./scripts/build/server.mjs"
import { report } from "./scripts/build/size.mjs"
import { writeStamp } from "./scripts/build/stamp.mjs"

const isCompressible = name =>
  /\.(html|js|css|svg|json|txt|webmanifest)$/.test(name) && !/^(server\/|meta\.json|inline-hashes\.json|stamp)/.test(name)

const compressAll = async () => {
  const names = (await readdir(dist, { recursive: true })).map(name => name.replaceAll("\\", "/")).filter(isCompressible)
  return new Map(await Promise.all(names.map(async name => [`dist/${name}`, await compress(dist + name)])))
}

const secondsSince = time => `${((performance.now() - time) / 1000).toFixed(1)} s`

/** Builds dist/. @throws when a part fails or exceeds the size budget */
export const build = async ({ dev = false, print = console.log } = {}) => {
  const startedAt = performance.now()
  await rm(dist, { recursive: true, force: true })
  const [built, server] = await Promise.all([buildConsole({ dev }), buildServer({ dev }), copyStatic()])
  const needs = await buildPages(built)
  await writeFile(`${dist}meta.json`, JSON.stringify({ console: built.metafile, server }))
  const bundled = `Built in ${secondsSince(startedAt)}`
  if (dev) return print(`${bundled}.`)
  const bundledAt = performance.now()
  const { text, isOver } = report(await compressAll(), built, needs)
  print(text)
  if (isOver) throw new Error("The size budget is exceeded: see the table above.")
  await writeStamp()
  print(`${bundled}, compressed in ${secondsSince(bundledAt)}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  build({ dev: process.argv.includes("--dev") }).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
