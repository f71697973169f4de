import { createReadStream } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"
import { Readable } from "node:stream"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Hono } from "hono"
import type { Config } from "./config"

/** The built console: precompressed files, one configuration, strict caching (decisions §1, quality.md). */
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
}

type Encoding = "br" | "gzip"
type Served = { type: string; cache: string } & (
  | { bodies: Record<Encoding | "identity", Buffer> }
  | { path: string; encodings: Encoding[] }
)

const suffix: Record<Encoding, string> = { br: ".br", gzip: ".gz" }
const placeholder = '{"placeholder":true}'

/** What the page is told (decisions §1). `<` is written so that no text can end the block. */
const pageConfig = (config: Config, apiBaseUrl: string) =>
  JSON.stringify({
    apiBaseUrl,
    extensions: true,
    feedback: "api",
    defaultLanguage: config.defaultLanguage,
    timeZone: config.timeZone,
    controller: config.controller,
    environment: "production",
  }).replaceAll("<", "\\u003c")

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
}

const cacheOf = (path: string) =>
  path.startsWith("assets/") ? "public, max-age=31536000, immutable" : path.startsWith("locales/") ? "no-store" : "no-cache"

/** Reads what is to be served once, at start: nothing outside this list is ever looked up on disk. */
const index = async (folder: string, config: Config, apiBaseUrl: string): Promise<Map<string, Served>> => {
  const served = new Map<string, Served>()
  const names = (await filesIn(folder)).filter(name => !name.startsWith("server/"))
  for (const name of names) {
    const extension = extname(name)
    const type = types[extension]
    if (!type || name === "meta.json") continue
    if (extension === ".html") {
      const page = Buffer.from((await readFile(join(folder, name), "utf8")).replace(placeholder, pageConfig(config, apiBaseUrl)))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      served.set(name, {
        type,
        cache: "no-cache",
        bodies: { identity: page, br: await brotli(page, quality), gzip: await zip(page) },
      })
    } else {
      const encodings = (["br", "gzip"] as const).filter(encoding => names.includes(name + suffix[encoding]))
      served.set(name, { type, cache: cacheOf(name), path: join(folder, name), encodings })
    }
  }
  return served
}

/** Encodings that the client takes: those it names without `q=0`. */
const accepts = (header: string | undefined, encoding: Encoding) =>
  (header ?? "").split(",").some(part => {
    const [name = "", ...params] = part.split(";").map(text => text.trim().toLowerCase())
    return name === encoding && !params.some(param => /^q=0(\.0*)?$/.test(param))
  })

const isFile = (name: string) => name.startsWith("assets/") || name.startsWith("locales/") || extname(name) !== ""

/** A path's file: itself, the page of that name, the sign-in page for the root, else the shell; a missing asset is none. */
const lookUp = (served: Map<string, Served>, path: string) => {
  const name = path.replace(/^\/+|\/+$/g, "")
  if (name === "") return served.get("login.html") ?? served.get("index.html")
  return served.get(name) ?? served.get(`${name}.html`) ?? (isFile(name) ? undefined : served.get("index.html"))
}

export const createStatic = async (folder: string, config: Config, apiBaseUrl: string) => {
  await stat(join(folder, "index.html"))
  const served = await index(folder, config, apiBaseUrl)
  const app = new Hono()
  app.on(["GET", "HEAD"], "*", c => {
    const file = lookUp(served, c.req.path)
    if (!file) return c.text("Not found", 404)
    const available: readonly Encoding[] = "bodies" in file ? ["br", "gzip"] : file.encodings
    const encoding = available.find(candidate => accepts(c.req.header("Accept-Encoding"), candidate))
    const headers: Record<string, string> = { "Content-Type": file.type, "Cache-Control": file.cache, Vary: "Accept-Encoding" }
    if (encoding) headers["Content-Encoding"] = encoding
    if (c.req.method === "HEAD") return c.body(null, 200, headers)
    if ("bodies" in file) return c.body(new Uint8Array(file.bodies[encoding ?? "identity"]), 200, headers)
    const stream = createReadStream(file.path + (encoding ? suffix[encoding] : ""))
    return c.body(Readable.toWeb(stream) as ReadableStream, 200, headers)
  })
  return app
}
