import { readdir, readFile, writeFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { dist } from "./paths.mjs"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes the compressed forms of a file, `.br` and `.gz`. @returns the sizes of the file and of its `.br`, bytes */
export const compress = async file => {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  return { raw: bytes.length, br: br.length }
}

const isText = name => /\.(html|js|css|svg|json)$/.test(name)
const isPublished = name => !name.startsWith("server/") && name !== "inline-hashes.json"

/** Compresses the published text files of dist/. @returns their sizes by name (dist/…) */
export const compressAll = async () => {
  const names = (await readdir(dist, { recursive: true })).map(name => name.replaceAll("\\", "/"))
  const published = names.filter(name => isText(name) && isPublished(name))
  return new Map(await Promise.all(published.map(async name => [`dist/${name}`, await compress(dist + name)])))
}
