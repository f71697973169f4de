import { createHash } from "node:crypto"
import { type Context, Hono } from "hono"
import { type ImageType, maxImageSize } from "../../../../src/core/image-type"
import type { Env } from "../../app"
import { ownerOf } from "../../auth/policy"
import { media as table } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { ok } from "../../http/envelope"
import { prefix } from "../../http/prefix"
import { readBody } from "../../http/request"
import { readImage } from "../../media/image"
import type { Store } from "../../media/store"

/** Pictures, stored under the hash of their content (decisions §10). */
export const media = new Hono<Env>()

const nameOf = (hash: string, type: ImageType) => `${hash}.${type}`

export const mediaUrl = (hash: string, type: ImageType) => `${prefix}/media/${nameOf(hash, type)}`

/** Keeps a picture under the hash of its content. @returns the hash */
export const writeImage = async (store: Store, bytes: Uint8Array, type: ImageType): Promise<string> => {
  const hash = createHash("sha256").update(bytes).digest("hex")
  await store.put(nameOf(hash, type), bytes, `image/${type}`)
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
  const { db, store, clock } = c.get("deps")
  const form = await readForm(c.req.raw)
  const file = form.get("file")
  const orderNo = form.get("orderNo")
  if (!(file instanceof File)) return refuse({ kind: "invalid", fields: [{ field: "file", message: "api.fileMissing" }] })
  if (typeof orderNo !== "string" || !/^\d{1,4}$/.test(orderNo))
    return refuse({ kind: "invalid", fields: [{ field: "orderNo", message: "rule.shape" }] })
  if (file.size > maxImageSize) return refuse({ kind: "tooLarge" })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = readImage(bytes)
  const hash = await writeImage(store, bytes, type)
  const createdAt = new Date(clock())
  // One that nothing refers to waits anew from its last upload on.
  await db
    .insert(table)
    .values({ hash, type, size: bytes.length, tenantId: ownerOf(c.get("actor")), createdAt })
    .onConflictDoUpdate({ target: table.hash, set: { createdAt } })
  return { url: mediaUrl(hash, type), orderNo: Number(orderNo) }
}

export const storeImage = async (c: Context<Env>) => ok(c, await takeImage(c))

media.get("/media/:name", async c => {
  const name = c.req.param("name")
  const [, type] = /^[\da-f]{64}\.(png|jpeg|webp|gif)$/.exec(name) ?? refuse({ kind: "missing" })
  const { config, store } = c.get("deps")
  const bytes = (await store.get(name)) ?? refuse({ kind: "missing" })
  c.header("Content-Type", `image/${type}`)
  c.header("Cache-Control", "public, max-age=31536000, immutable")
  c.header("Content-Disposition", "inline")
  if (config.corsOrigins.length) c.header("Cross-Origin-Resource-Policy", "cross-origin")
  return c.body(new Uint8Array(bytes))
})
