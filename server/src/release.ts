import { existsSync, readFileSync } from "node:fs"
import { version } from "../../package.json"

/** The release of the product, as the OpenAPI document and webhooks name it. */
export const release = version

const file = new URL("./build.txt", import.meta.url)

/** The release and, in an installation of scripts/release.mjs, its commit (`0.1.0+58e09b80`), as `X-Release`, metrics and log name it. */
export const build = existsSync(file) ? `${version}+${readFileSync(file, "utf8").trim()}` : version
