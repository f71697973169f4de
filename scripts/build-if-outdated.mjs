import { readdir, stat } from "node:fs/promises"
import { dist, root } from "./build/paths.mjs"

const sources = [
  "build.mjs",
  "locales",
  "package-lock.json",
  "public",
  "scripts/build",
  "server/migrations",
  "server/src",
  "src",
  "tsconfig.json",
]

/** Time of a file's or a folder's last change, ms; 0 where it is missing. A folder changes when a file is added or removed. */
const changedAt = path =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/** Builds dist/ unless its last complete build began after the last change of a source. Where it can't, prints why and exits. */
export const buildIfOutdated = async ({ onBuild = () => {} } = {}) => {
  const names = sources.map(async name => [
    name,
    ...(await readdir(root + name, { recursive: true }).catch(() => [])).map(file => `${name}/${file}`),
  ])
  const times = (await Promise.all(names)).flat().map(name => changedAt(root + name))
  if (Math.max(...(await Promise.all(times))) < (await changedAt(`${dist}meta.json`))) return
  onBuild()
  const [{ build }, { stop }] = await Promise.all([import("../build.mjs"), import("esbuild")])
  try {
    await build({ print: () => {} })
  } catch ({ code, path, message }) {
    const isRefused = ["EACCES", "EPERM", "EROFS"].includes(code)
    console.error(isRefused ? `${path} is older than its sources, and may not be written by this user.` : message)
    process.exit(1)
  } finally {
    await stop()
  }
}
