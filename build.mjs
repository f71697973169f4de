/** `node build.mjs [--dev]`: builds console, stylesheets, pages and the reference API into dist/. */
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
import { withNodeEnv } from "./scripts/build/with-node-env.mjs"

const isCompressible = name =>
  /\.(html|js|css|svg|json|txt|webmanifest)$/.test(name) && !/^(server\/|meta\.json|inline-hashes\.json|stamp)/.test(name)

const compressAll = async () => {
  const names = (await readdir(dist, { recursive: true })).filter(isCompressible)
  const sizes = await Promise.all(names.map(name => compress(dist + name)))
  return new Map(sizes.map((size, at) => [`dist/${names[at]}`, size]))
}

/**
 * Builds dist/. NODE_ENV is set for the build alone: React is prerendered in this process, and `npm start` serves in it afterwards.
 * @param dev unminified, uncompressed, with source maps and the reload hook; @throws when a part fails or exceeds the size budget
 */
export const build = ({ dev = false, print = console.log } = {}) =>
  withNodeEnv(dev ? "development" : "production", () => buildAll({ dev, print }))

const buildAll = async ({ dev, print }) => {
  const startedAt = performance.now()
  await rm(dist, { recursive: true, force: true })
  const [built, server] = await Promise.all([buildConsole({ dev }), buildServer({ dev }), copyStatic()])
  const { loginFiles } = await buildPages({ built })
  const { outputs } = built.metafile
  await writeFile(`${dist}meta.json`, JSON.stringify({ console: built.metafile, server }))
  const bundledAt = performance.now()
  if (!dev) {
    const { text, isOver } = report(await compressAll(), outputs, { boot: built.boot, loginFiles })
    print(text)
    if (isOver) throw new Error("The size budget is exceeded: see the table above.")
  }
  if (!dev) await writeStamp()
  const seconds = (from, to) => `${((to - from) / 1000).toFixed(1)} s`
  print(`Built in ${seconds(startedAt, bundledAt)}${dev ? "" : `, compressed in ${seconds(bundledAt, performance.now())}`}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  build({ dev: process.argv.includes("--dev") }).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
