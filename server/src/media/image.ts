import { imageSize } from "image-size"
import { type ImageType, imageType } from "../../../src/core/image-type"
import { refuse } from "../errors/problem"

/** Larger pictures are refused before anybody has to unpack them: edge in pixels, and pixels in all. */
const longest = 8_000
const most = 40_000_000

const types: Record<string, ImageType> = { png: "png", jpg: "jpeg", webp: "webp", gif: "gif" }

/**
 * What a picture is, told by its content alone (decisions §10).
 * @throws Refusal 415 for what is none, or calls itself another one inside; 413 for one that would unpack too large
 */
export const readImage = (bytes: Uint8Array): ImageType => {
  const type = imageType(bytes)
  const size = type && measure(bytes)
  if (!type || !size || types[size.type ?? ""] !== type) return refuse({ kind: "wrongType", key: "ui.fileType" })
  if (size.width > longest || size.height > longest || size.width * size.height > most) refuse({ kind: "tooLarge" })
  return type
}

const measure = (bytes: Uint8Array) => {
  try {
    const size = imageSize(bytes)
    return size.width > 0 && size.height > 0 ? size : undefined
  } catch {
    return undefined
  }
}
