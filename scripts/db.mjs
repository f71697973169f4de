/** `npm run db:backup`, `db:restore`, `db:move`: the operator's commands, of the build that stands or of a new one. */
import { pathToFileURL } from "node:url"
import { dist } from "./build/paths.mjs"
import { isFresh } from "./build/stamp.mjs"

if (!(await isFresh())) {
  const [{ build }, { stop }] = await Promise.all([import("../build.mjs"), import("esbuild")])
  await build({ print: () => {} })
  await stop()
}
await import(pathToFileURL(`${dist}server/admin.js`).href)
