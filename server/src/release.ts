import { version } from "../../package.json"

/** The release of the product, as health, metrics, log and OpenAPI document name it. */
export const release = version
