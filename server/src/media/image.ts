import { createHash } from "node:crypto"
import { imageSize } from "image-size"
import { detectImageType, type ImageType } from "../../../src/core/image-type"
import { refuse } from "../errors/problem"
import { mediaName } from "./address"
import type { Store } from "./store"
import { structureOf } from "./structure"

/** Larger pictures are refused because decoding them needs too much memory: pixels per edge, and pixels in total. */
const maxEdge = 8_000
const maxPixels = 40_000_000

const types: Record<string, ImageType> = { png: "png", jpg: "jpeg", webp: "webp", gif: "gif" }

const measure = (bytes: Uint8Array) => {
  try {
    const size = imageSize(bytes)
    return size.width > 0 && size.height > 0 ? size : undefined
  } catch {
    return undefined
  }
}

/**
 * Detects the type of a picture from its content alone (docs/contract.md#uploads).
 * @throws Refusal 415 when it is none, is cut off, or its parts contradict each other; 413 when it has too many pixels
 */
export const readImage = async (bytes: Uint8Array): Promise<ImageType> => {
  const type = detectImageType(bytes)
  const size = type && measure(bytes)
  if (!type || !size || types[size.type ?? ""] !== type) return refuse({ kind: "wrongType", key: "ui.fileType" })
  if (size.width > maxEdge || size.height > maxEdge || size.width * size.height > maxPixels) refuse({ kind: "tooLarge" })
  const whole = await structureOf(bytes, type)
  // A photograph's orientation exchanges its edges.
  const [a, b] = [whole, size].map(found => found && [found.width, found.height].sort((one, other) => one - other).join())
  return a !== undefined && a === b ? type : refuse({ kind: "wrongType", key: "ui.fileType" })
}

/** Stores a picture under the hash of its content. @returns the hash */
export const writeImage = async (store: Store, bytes: Uint8Array, type: ImageType): Promise<string> => {
  const hash = createHash("sha256").update(bytes).digest("hex")
  await store.put(mediaName(hash, type), bytes, `image/${type}`)
  return hash
}
