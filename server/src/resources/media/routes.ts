import { type Context, Hono } from "hono"
import { maxImageSize } from "../../../../src/core/image-type"
import { ownerOf } from "../../auth/policy"
import { media as table } from "../../db/schema"
import { refuse, refuseField } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { receiveBody } from "../../http/request"
import { mediaUrl, parseMediaName } from "../../media/address"
import { readImage, writeImage } from "../../media/image"
import { refuseOverQuota } from "../../records/quotas"

/** Serves uploaded pictures (docs/contract.md#uploads). */
export const media = new Hono<Env>()

/** Room for the multipart boundaries and headers around the file, bytes. */
const formOverhead = 64 * 1024
/** How long an upload may take to arrive, ms: 5 MiB at 0.8 Mbit/s. */
const uploadTimeoutMs = 55_000

/** Refusals of a folder by the system, which an operator can mend; a full disk has a status of its own. */
const unwritable = new Set(["EACCES", "EEXIST", "EISDIR", "ENOTDIR", "EPERM", "EROFS"])

/** @throws Refusal 400 when the body is not a multipart form */
const readForm = async (c: Context<Env>) => {
  const bytes = await receiveBody(c, maxImageSize + formOverhead, uploadTimeoutMs)
  try {
    return await new Response(Buffer.from(bytes), {
      headers: { "Content-Type": c.req.header("Content-Type") ?? "" },
    }).formData()
  } catch {
    return refuse({ kind: "malformed", key: "error.invalidFormat" })
  }
}

/**
 * Stores the picture of a multipart form with `file` and `orderNo`. The type follows from the content, not from the
 * file's name or header.
 */
export const readUpload = async (c: Context<Env>) => {
  const { db, store, clock, log } = c.get("deps")
  const form = await readForm(c)
  const file = form.get("file")
  const orderNo = form.get("orderNo")
  if (!(file instanceof File)) return refuseField("file", "api.fileMissing")
  if (typeof orderNo !== "string" || !/^\d{1,4}$/.test(orderNo)) return refuseField("orderNo", "rule.shape")
  if (file.size > maxImageSize) return refuse({ kind: "tooLarge" })
  const { type, bytes } = await readImage(new Uint8Array(await file.arrayBuffer()))
  await refuseOverQuota(db, ownerOf(c.get("actor")), "pictures", bytes.length)
  const hash = await c
    .get("outside")("uploads", () => writeImage(store, bytes, type))
    .catch((error: NodeJS.ErrnoException) => {
      if (!unwritable.has(error.code ?? "")) throw error
      log.error({ pictures: "the folder can't be written", code: error.code })
      return refuse({ kind: "unavailable", key: "api.picturesUnwritable" })
    })
  const createdAt = new Date(clock())
  // A repeated upload restarts the time after which an unused picture is deleted.
  await db
    .insert(table)
    .values({ hash, type, size: bytes.length, tenantId: ownerOf(c.get("actor")), createdAt, isStripped: true })
    .onConflictDoUpdate({ target: table.hash, set: { createdAt, isStripped: true } })
  return { url: mediaUrl(hash, type), orderNo: Number(orderNo) }
}

/** The upload handler of every resource with pictures. */
export const uploadImage = async (c: Context<Env>) => ok(c, await readUpload(c))

media.get("/media/:name", async c => {
  const name = c.req.param("name")
  const { type } = parseMediaName(name) ?? refuse({ kind: "missing" })
  const { config, store } = c.get("deps")
  const bytes = (await c.get("outside")("pictures", () => store.get(name))) ?? refuse({ kind: "missing" })
  c.header("Content-Type", `image/${type}`)
  c.header("Cache-Control", "public, max-age=31536000, immutable")
  c.header("Content-Disposition", "inline")
  if (config.corsOrigins.length) c.header("Cross-Origin-Resource-Policy", "cross-origin")
  return c.body(new Uint8Array(bytes))
})
