/** `npm run db:backup`, `db:restore`, `db:move`, `db:grow`: runs the operator's commands, after a build where it is outdated. */
import { pathToFileURL } from "node:url"
import { dist } from "./build/paths.mjs"
import { isUpToDate } from "./build/stamp.mjs"

if (!(await isUpToDate())) {
  const [{ build }, { stop }] = await Promise.all([import("../build.mjs"), import("esbuild")])
  await build({ print: () => {} })
  await stop()
}
await import(pathToFileURL(`${dist}server/admin.js`).href)
