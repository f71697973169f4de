import type { Context } from "hono"
import { z } from "zod"
import { maxImageSize } from "../../../../src/core/image-type"
import { ownerOf } from "../../auth/policy"
import { media as table } from "../../db/schema"
import { loggable } from "../../errors/faults"
import { Refusal, refuse, refuseField } from "../../errors/problem"
import type { Env } from "../../http/context"
import { receiveBody } from "../../http/request"
import { mediaUrl, parseMediaName } from "../../media/address"
import { readImage, writeImage } from "../../media/image"
import { refuseOverQuota } from "../../records/quotas"
import { type Body, bare, type Guard, route } from "../../routes/route"
import { text, uploaded } from "../../routes/schemas"

/** Uploading pictures, and serving them (docs/contract.md#uploads). */

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

type Picture = { file: File; orderNo: number }

/** A multipart form with `file` and `orderNo`. @throws Refusal 400, 413 */
export const picture: Body<Picture> = {
  type: "multipart/form-data",
  schema: z.object({
    file: text.meta({ format: "binary", description: "PNG, JPEG, WebP or GIF, at most 5 MiB" }),
    orderNo: z.int().min(0).max(9999),
  }),
  read: async c => {
    const form = await readForm(c)
    const file = form.get("file")
    const orderNo = form.get("orderNo")
    if (!(file instanceof File)) return refuseField("file", "api.fileMissing")
    if (typeof orderNo !== "string" || !/^\d{1,4}$/.test(orderNo)) return refuseField("orderNo", "rule.shape")
    return file.size > maxImageSize ? refuse({ kind: "tooLarge" }) : { file, orderNo: Number(orderNo) }
  },
}

/** Reads or writes pictures. @throws Refusal 503 when the folder can't be written, or the bucket fails */
const inStore = <T>(c: Context<Env>, kind: "uploads" | "pictures", work: () => Promise<T>) =>
  c
    .get("outside")(kind, work)
    .catch((error: NodeJS.ErrnoException) => {
      const { config, log } = c.get("deps")
      const isBucket = config.s3Url !== undefined
      if (error instanceof Refusal || !(isBucket || unwritable.has(error.code ?? ""))) throw error
      log.error({ pictures: isBucket ? "the bucket failed" : "the folder can't be written", ...loggable(error) })
      return refuse({ kind: "unavailable", key: isBucket ? "api.bucketFailed" : "api.picturesUnwritable", cause: "pictures" })
    })

/** Stores a picture. The type follows from the content, not from the file's name or header. */
export const storePicture = async (c: Context<Env>, { file, orderNo }: Picture) => {
  const { db, store, clock } = c.get("deps")
  const { type, bytes } = await readImage(new Uint8Array(await file.arrayBuffer()))
  await refuseOverQuota(db, ownerOf(c.get("actor")), "pictures", bytes.length)
  const hash = await inStore(c, "uploads", () => writeImage(store, bytes, type))
  const createdAt = new Date(clock())
  // A repeated upload restarts the time after which an unused picture is deleted.
  await db
    .insert(table)
    .values({ hash, type, size: bytes.length, tenantId: ownerOf(c.get("actor")), createdAt, isStripped: true })
    .onConflictDoUpdate({ target: table.hash, set: { createdAt, isStripped: true } })
  return { url: mediaUrl(hash, type), orderNo }
}

/** The upload of a resource with pictures. */
export const uploadTo = (path: string, guard: Guard) =>
  route.post(path, guard, {
    summary: "Upload a picture",
    body: picture,
    answer: uploaded,
    handler: async ({ c, body }) => ({ value: await storePicture(c, await body()) }),
  })

export const media = route.get("/media/:name", "everybody", {
  summary: "A picture",
  answer: bare("image/*", text.meta({ format: "binary" })),
  handler: async ({ c, params: { name } }) => {
    const { type } = parseMediaName(name) ?? refuse({ kind: "missing" })
    const { config, store } = c.get("deps")
    const bytes = (await inStore(c, "pictures", () => store.get(name))) ?? refuse({ kind: "missing" })
    c.header("Content-Type", `image/${type}`)
    c.header("Cache-Control", "public, max-age=31536000, immutable")
    c.header("Content-Disposition", "inline")
    if (config.corsOrigins.length) c.header("Cross-Origin-Resource-Policy", "cross-origin")
    return c.body(new Uint8Array(bytes))
  },
})
