/** What a file is, by its first bytes and not by its name (decisions §10). */
const starts = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))

export type ImageType = "png" | "jpeg" | "webp" | "gif"

/** Largest upload, bytes. */
export const maxImageSize = 5 * 1024 * 1024

/** @param head the file's first 12 bytes, at least */
export const detectImageType = (head: Uint8Array): ImageType | undefined => {
  if (head[0] === 0x89 && starts(head, 1, "PNG\r\n\x1a\n")) return "png"
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg"
  if (starts(head, 0, "RIFF") && starts(head, 8, "WEBP")) return "webp"
  if (starts(head, 0, "GIF87a") || starts(head, 0, "GIF89a")) return "gif"
  return undefined
}
