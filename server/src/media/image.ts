import { createHash } from "node:crypto"
import { detectImageType, type ImageType } from "../../../src/core/image-type"
import { refuse } from "../errors/problem"
import { mediaName } from "./address"
import type { Store } from "./store"
import { withoutMetadata } from "./structure"

/**
 * Reads a picture: its type, by its content alone, and its bytes without metadata (docs/contract.md#uploads).
 * @throws Refusal 415 when it is none, is cut off, or its parts contradict each other; 413 when it has too many pixels
 */
export const readImage = async (file: Uint8Array): Promise<{ type: ImageType; bytes: Uint8Array }> => {
  const type = detectImageType(file) ?? refuse({ kind: "wrongType", key: "ui.fileType" })
  const bytes = await withoutMetadata(file, type)
  if (bytes === "damaged") return refuse({ kind: "wrongType", key: "api.pictureDamaged" })
  return bytes === "tooLarge" ? refuse({ kind: "tooLarge" }) : { type, bytes }
}

/** Stores a picture under the hash of its content. @returns the hash */
export const writeImage = async (store: Store, bytes: Uint8Array, type: ImageType): Promise<string> => {
  const hash = createHash("sha256").update(bytes).digest("hex")
  await store.put(mediaName(hash, type), bytes, `image/${type}`)
  return hash
}
