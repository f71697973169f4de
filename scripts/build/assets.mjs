import { createHash } from "node:crypto"
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { dist, root } from "./paths.mjs"

/** Returns the hash of a file's name. */
export const digest = bytes => createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase()

/** Returns the value of an `integrity` attribute. */
export const integrity = bytes => `sha384-${createHash("sha384").update(bytes).digest("base64")}`

/** Returns the source by which a Content-Security-Policy allows an inline script or style. @param text content of the element */
export const policyHash = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Writes the icon sprite under a hashed name. @returns its URL */
export const buildSprite = async () => {
  const sprite = await readFile(`${root}public/icons.svg`)
  const url = `/assets/icons-${digest(sprite)}.svg`
  await mkdir(`${dist}assets`, { recursive: true })
  await writeFile(dist + url.slice(1), sprite)
  return url
}

/** Copies locales, and the files of public/ that no other step processes. */
export const copyStatic = async () => {
  await cp(`${root}locales`, `${dist}locales`, { recursive: true })
  for (const name of await readdir(`${root}public`))
    if (name !== "index.html" && name !== "icons.svg") await cp(`${root}public/${name}`, dist + name, { recursive: true })
}
