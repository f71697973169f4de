/** `npm run db:backup`, `db:restore`, `db:move`, `db:grow`: runs the operator's commands, after a build where it is outdated. */
import { pathToFileURL } from "node:url"
import { dist } from "./build/paths.mjs"
import { buildIfOutdated } from "./build-if-outdated.mjs"

await buildIfOutdated()
await import(pathToFileURL(`${dist}server/admin.js`).href)
