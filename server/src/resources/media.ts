import { createHash, randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, open, readFile, rename } from "node:fs/promises"
import { join } from "node:path"
import { type Context, Hono } from "hono"
import { type ImageType, imageType, maxImageSize } from "../../../src/core/image-type"
import type { Env } from "../app"
import { ok } from "../envelope"
import { ownerOf } from "../policy"
import { prefix } from "../prefix"
import { refuse } from "../problem"
import { readBody } from "../request"
import { media as table } from "../schema"

/** Pictures, stored under the hash of their content (decisions §10). */
export const media = new Hono<Env>()

const folderOf = (dataDir: string) => join(dataDir, "media")

export const mediaUrl = (hash: string, type: ImageType) => `${prefix}/media/${hash}.${type}`

/** Writes a picture once, whole or not at all. @returns its hash */
export const writeImage = async (dataDir: string, bytes: Uint8Array, type: ImageType): Promise<string> => {
  const hash = createHash("sha256").update(bytes).digest("hex")
  const folder = folderOf(dataDir)
  const file = join(folder, `${hash}.${type}`)
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true })
    // A name of its own: the same picture may come twice at once.
    const part = `${file}.${randomUUID()}.part`
    const handle = await open(part, "wx")
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  }
  return hash
}

/** A form that can't be read says so; what is around the file may take a little room beside it. */
const readForm = async (request: Request) => {
  const bytes = await readBody(request, maxImageSize + 64 * 1024)
  try {
    return await new Response(Buffer.from(bytes), {
      headers: { "Content-Type": request.headers.get("Content-Type") ?? "" },
    }).formData()
  } catch {
    return refuse({ kind: "malformed", key: "error.invalidFormat" })
  }
}

/** Multipart `file` and `orderNo`; the type is told by the content, never by name or header. @returns where it is served */
export const takeImage = async (c: Context<Env>) => {
  const { db, config, clock } = c.get("deps")
  const form = await readForm(c.req.raw)
  const file = form.get("file")
  const orderNo = form.get("orderNo")
  if (!(file instanceof File)) return refuse({ kind: "invalid", fields: [{ field: "file", message: "api.fileMissing" }] })
  if (typeof orderNo !== "string" || !/^\d{1,4}$/.test(orderNo))
    return refuse({ kind: "invalid", fields: [{ field: "orderNo", message: "rule.shape" }] })
  if (file.size > maxImageSize) return refuse({ kind: "tooLarge" })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageType(bytes) ?? refuse({ kind: "wrongType", key: "ui.fileType" })
  const hash = await writeImage(config.dataDir, bytes, type)
  await db
    .insert(table)
    .values({ hash, type, size: bytes.length, tenantId: ownerOf(c.get("actor")), createdAt: new Date(clock()) })
    .onConflictDoNothing()
  return { url: mediaUrl(hash, type), orderNo: Number(orderNo) }
}

export const storeImage = async (c: Context<Env>) => ok(c, await takeImage(c))

media.get("/media/:name", async c => {
  const name = c.req.param("name")
  const [, type] = /^[\da-f]{64}\.(png|jpeg|webp|gif)$/.exec(name) ?? refuse({ kind: "missing" })
  const { config } = c.get("deps")
  const bytes = await readFile(join(folderOf(config.dataDir), name)).catch(() => refuse({ kind: "missing" }))
  c.header("Content-Type", `image/${type}`)
  c.header("Cache-Control", "public, max-age=31536000, immutable")
  c.header("Content-Disposition", "inline")
  if (config.corsOrigins.length) c.header("Cross-Origin-Resource-Policy", "cross-origin")
  return c.body(new Uint8Array(bytes))
})
