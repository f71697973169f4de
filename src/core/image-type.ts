/** Image types, detected from a file's first bytes and not from its name (docs/contract.md#uploads). */
export type ImageType = "png" | "jpeg" | "webp" | "gif"

/** The types that a chooser of files offers. */
export const pictureTypes = "image/png,image/jpeg,image/webp,image/gif"

/** Largest upload, bytes. */
export const maxImageSize = 5 * 1024 * 1024

const hasTextAt = (bytes: Uint8Array, offset: number, text: string) =>
  [...text].every((char, index) => bytes[offset + index] === char.charCodeAt(0))

/** Returns the type, or undefined for a file that is none of them. @param head at least the first 12 bytes */
export const detectImageType = (head: Uint8Array): ImageType | undefined => {
  if (head[0] === 0x89 && hasTextAt(head, 1, "PNG\r\n\x1a\n")) return "png"
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg"
  if (hasTextAt(head, 0, "RIFF") && hasTextAt(head, 8, "WEBP")) return "webp"
  if (hasTextAt(head, 0, "GIF87a") || hasTextAt(head, 0, "GIF89a")) return "gif"
  return undefined
}
