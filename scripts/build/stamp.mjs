import { createHash } from "node:crypto"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { dist, root } from "./paths.mjs"

const sources = ["src", "server/src", "server/migrations", "locales", "public", "scripts/build"]
const files = ["build.mjs", "package-lock.json"]

/** Returns a hash of names, sizes and modification times of all sources. */
const fingerprint = async () => {
  const hash = createHash("sha256")
  const add = async name => {
    const { size, mtimeMs } = await stat(root + name)
    hash.update(`${name}:${size}:${mtimeMs}\n`)
  }
  for (const folder of sources) {
    const entries = await readdir(root + folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const names = entries.filter(entry => entry.isFile()).map(entry => `${entry.parentPath}/${entry.name}`.slice(root.length))
    for (const name of names.sort()) await add(name)
  }
  for (const name of files) await add(name)
  return hash.digest("hex")
}

const file = `${dist}stamp`

/** Records the sources from which dist/ was built. */
export const writeStamp = async () => writeFile(file, await fingerprint())

/** Whether dist/ was built from the current sources. */
export const isUpToDate = async () => (await readFile(file, "utf8").catch(() => "")) === (await fingerprint())
