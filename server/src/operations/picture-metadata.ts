import { and, asc, eq, gt } from "drizzle-orm"
import type { ImageType } from "../../../src/core/image-type"
import type { Database } from "../db/open"
import { media } from "../db/schema"
import { mediaName } from "../media/address"
import type { Store } from "../media/store"
import { withoutMetadata } from "../media/structure"

/** Pictures of one slice. */
const slice = 100

/**
 * Takes the metadata out of pictures that were stored by earlier releases, each once. Their addresses stay, because records,
 * proofs and the audit log have them.
 * @returns how many were changed, and the names of those that cannot be read
 */
export const stripStoredPictures = async (db: Database, store: Store): Promise<{ changed: number; unreadable: string[] }> => {
  const unreadable: string[] = []
  let changed = 0
  for (let after = ""; ; ) {
    const rows = await db
      .select({ hash: media.hash, type: media.type })
      .from(media)
      .where(and(eq(media.isStripped, false), gt(media.hash, after)))
      .orderBy(asc(media.hash))
      .limit(slice)
    for (const { hash, type } of rows) {
      const name = mediaName(hash, type as ImageType)
      const stored = await store.get(name)
      const bytes = stored && (await withoutMetadata(stored, type as ImageType))
      if (typeof bytes === "string") {
        unreadable.push(name)
        continue
      }
      if (stored && bytes && bytes.length !== stored.length) {
        await store.replace(name, bytes, `image/${type}`)
        changed++
      }
      await db.update(media).set({ isStripped: true }).where(eq(media.hash, hash))
    }
    after = rows.at(-1)?.hash ?? ""
    if (rows.length < slice) return { changed, unreadable }
  }
}
