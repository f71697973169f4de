import { createHash } from "node:crypto"
import { cp, readdir } from "node:fs/promises"
import { dist, root } from "./paths.mjs"

/** Returns the value of an `integrity` attribute. */
export const integrity = bytes => `sha384-${createHash("sha384").update(bytes).digest("base64")}`

/** Returns the source by which a Content-Security-Policy allows an inline script or style. @param text content of the element */
export const policyHash = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Copies locales, and the files of public/ that no other step processes. */
export const copyStatic = async () => {
  await cp(`${root}locales`, `${dist}locales`, { recursive: true })
  for (const name of await readdir(`${root}public`))
    if (name !== "index.html") await cp(`${root}public/${name}`, dist + name, { recursive: true })
}
