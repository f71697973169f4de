import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Hono } from "hono"
import type { Config } from "../config"
import { StartProblem } from "../errors/problem"
import { accepts, type Encoding } from "./compress"
import { matchesETag } from "./etag"
import { pageHeaders } from "./headers"
import { withoutSentenceEnd } from "./sentence-end"

/**
 * Serves the built console: precompressed files, the configuration in its pages, and cache headers
 * (docs/operations.md#static-console).
 */
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
}

type Body = Uint8Array<ArrayBuffer>
type ServedFile = { type: string; cache: string; etag: string; identity: Body } & Partial<Record<Encoding, Body>>

/** In order of preference. */
const encodings: readonly Encoding[] = ["br", "gzip"]
const placeholder = '{"placeholder":true}'

/**
 * The configuration block of the pages (docs/contract.md#configuration-block). `<` is escaped, so that no text can close
 * the script element.
 */
const pageConfig = (config: Config, apiBaseUrl: string) =>
  JSON.stringify({
    apiBaseUrl,
    extensions: true,
    feedback: "api",
    defaultLanguage: config.defaultLanguage,
    timeZone: config.timeZone,
    controller: config.controller,
    ...(config.aiUrl && { ai: { url: `${apiBaseUrl}/ai/chat/completions`, model: config.aiModel } }),
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

const read = async (path: string): Promise<Body> => new Uint8Array(await readFile(path))

/** Writes the configuration into a page and compresses it. */
const fill = async (page: Body, settings: string) => {
  // A replacement function, because `$` has a meaning in a replacement text.
  const identity = Buffer.from(
    Buffer.from(page)
      .toString()
      .replace(placeholder, () => settings),
  )
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const [br, gz] = await Promise.all([brotli(identity, quality), zip(identity)])
  return { identity: new Uint8Array(identity), br: new Uint8Array(br), gzip: new Uint8Array(gz) }
}

/** Files of the build that are not for browsers. */
const unserved = /^(server\/|(meta|inline-hashes)\.json$)/

/** The policy of the pages allows the inline scripts and styles of the build by their hashes, and no other ones. */
const pagePolicy = async (folder: string, config: Config) => {
  const hashes: { script?: string[]; style?: string[] } = JSON.parse(
    await readFile(join(folder, "inline-hashes.json"), "utf8").catch(() => "{}"),
  )
  return pageHeaders(config, hashes)["Content-Security-Policy"]
}

/** Reads all served files into memory at start: requests do not read the disk, and a build meanwhile has no effect. */
const index = async (folder: string, config: Config, apiBaseUrl: string): Promise<Map<string, ServedFile>> => {
  const names = await filesIn(folder)
  const settings = pageConfig(config, apiBaseUrl)
  const entries = names.flatMap(name => {
    const type = types[extname(name)]
    return type && !unserved.test(name) ? [{ name, type }] : []
  })
  const loaded = entries.map(async ({ name, type }): Promise<[string, ServedFile]> => {
    const path = join(folder, name)
    const plain = await read(path)
    const bodies = name.endsWith(".html")
      ? await fill(plain, settings)
      : {
          identity: plain,
          ...(names.includes(`${name}.br`) && { br: await read(`${path}.br`) }),
          ...(names.includes(`${name}.gz`) && { gzip: await read(`${path}.gz`) }),
        }
    const hash = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)
    return [name, { type, cache: cacheOf(name), etag: `W/"${hash}"`, ...bodies }]
  })
  return new Map(await Promise.all(loaded))
}

const isFile = (name: string) => /^(assets|locales)(\/|$)/.test(name) || extname(name) !== ""

/**
 * The file for a path: the file itself, the page of that name, the sign-in page for the root, else the shell. A missing
 * asset has none.
 */
const lookUp = (served: Map<string, ServedFile>, path: string) => {
  const name = path.replace(/^\/+|\/+$/g, "")
  if (name === "") return served.get("login.html") ?? served.get("index.html")
  return served.get(name) ?? served.get(`${name}.html`) ?? (isFile(name) ? undefined : served.get("index.html"))
}

/** @throws StartProblem when the folder contains no build */
export const createStatic = async (folder: string, config: Config, apiBaseUrl: string) => {
  const served = await index(folder, config, apiBaseUrl)
  if (!served.has("index.html")) throw new StartProblem(`There is no console in ${folder}: run \`npm run build\` first.`)
  const policy = await pagePolicy(folder, config)
  const app = new Hono()
  app.on(["GET", "HEAD"], "*", c => {
    const path = withoutSentenceEnd(c.req.path)
    // One slash: two would name another host.
    if (path !== c.req.path) return c.redirect(`/${path.replace(/^\/+/, "")}`, 302)
    const file = lookUp(served, c.req.path)
    if (!file) return c.text("Not found", 404, { "Cache-Control": "no-store" })
    const encoding = encodings.find(candidate => file[candidate] && accepts(c.req.header("Accept-Encoding"), candidate))
    const headers: Record<string, string> = { "Cache-Control": file.cache, Vary: "Accept-Encoding" }
    // Pages of guests show no picture of another host, which would learn who opens them, and when.
    const isPublic = c.req.path.startsWith("/go/")
    if (file.type === types[".html"] && policy)
      headers["Content-Security-Policy"] = isPublic ? policy.replace(" https: data:", " data:") : policy
    if (file.cache !== "no-store") headers.ETag = file.etag
    if (matchesETag(c.req.header("If-None-Match"), file.etag) && headers.ETag) return c.body(null, 304, headers)
    headers["Content-Type"] = file.type
    if (encoding) headers["Content-Encoding"] = encoding
    const body = file[encoding ?? "identity"] ?? file.identity
    headers["Content-Length"] = String(body.length)
    return c.body(body, 200, headers)
  })
  return app
}
