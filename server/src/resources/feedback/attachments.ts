import { randomUUID } from "node:crypto"
import { inArray } from "drizzle-orm"
import type { Attachment } from "../../../../src/contract/feedback"
import type { Database } from "../../db/open"
import { media } from "../../db/schema"
import { refuseField } from "../../errors/problem"
import { mediaHashOf } from "../../media/address"
import type { AttachmentBody } from "./input"

/**
 * Attachments as they are stored: those of `before` unchanged, new ones with the size of the uploaded file.
 * @throws Refusal 400 naming `attachments` for a file that has not been uploaded
 */
export const attachmentsOf = async (
  db: Database,
  now: Date,
  given: AttachmentBody[],
  before: Attachment[] = [],
): Promise<Attachment[]> => {
  const stored = new Map(before.map(file => [file.id, file]))
  const hashes = given.flatMap(({ url }) => mediaHashOf(url) ?? [])
  const uploads = hashes.length
    ? await db.select({ hash: media.hash, size: media.size }).from(media).where(inArray(media.hash, hashes))
    : []
  const sizes = new Map(uploads.map(({ hash, size }) => [hash, size]))
  return given.map(({ id, name, url }) => {
    const known = id === undefined ? undefined : stored.get(id)
    if (known) return known
    const size = sizes.get(mediaHashOf(url) ?? "")
    if (size === undefined) return refuseField("attachments", "feedback.attachmentUnknown")
    return { id: randomUUID(), name: name || url.slice(url.lastIndexOf("/") + 1), url, size, uploadDate: now.toISOString() }
  })
}
