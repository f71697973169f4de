/**
 * `npm run release -- FOLDER`: writes a production installation into a new or empty folder: the build, the package files, the
 * examples of deploy/, and the server's packages without what only serves development. It starts with `node dist/server/main.js`,
 * without sources and npm.
 */
import { execFileSync } from "node:child_process"
import { cp, mkdir, readdir, rm } from "node:fs/promises"
import { resolve } from "node:path"
import { root } from "./build/paths.mjs"
import { buildIfOutdated } from "./build-if-outdated.mjs"

const parts = ["dist", "deploy", "package.json", "package-lock.json", "server/package.json"]

const [argument, ...others] = process.argv.slice(2)
const folder = argument && resolve(argument)
const fail = text => {
  console.error(text)
  process.exit(1)
}
if (!folder || argument.startsWith("-") || others.length) fail("npm run release -- FOLDER, which is new or empty")
await mkdir(folder, { recursive: true }).catch(({ code }) => fail(`${folder} cannot be made (${code}).`))
if ((await readdir(folder)).length) fail(`${folder} is not empty.`)

await buildIfOutdated()
for (const part of parts) await cp(root + part, `${folder}/${part}`, { recursive: true })
execFileSync("npm", ["ci", "--omit=dev", "--workspace", "server", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" })

// Packages below server/ are in the build (scripts/build/server.mjs).
const removed = ["dist/meta.json", "server/node_modules"]
for (const name of await readdir(`${folder}/node_modules`, { recursive: true }))
  if (/\.(map|[cm]?ts)$/.test(name)) removed.push(`node_modules/${name}`)
for (const name of removed) await rm(`${folder}/${name}`, { recursive: true, force: true })
console.log(`\nStart it in ${folder} with: node dist/server/main.js`)
