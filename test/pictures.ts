import { crc32, deflateSync } from "node:zlib"

/** Real pictures of a few bytes, for uploads. */
export const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body) >>> 0, body.length + 4)
  return frame
}

/** A PNG of one grey. @param shade 0–255: another shade is another file; @param width, height as the header says them */
export const png = (shade = 0, { width = 2, height = 2, real = true } = {}): Uint8Array<ArrayBuffer> => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = real ? Buffer.alloc((width + 1) * height, shade) : Buffer.alloc(1)
  for (let row = 0; real && row < height; row++) rows[row * (width + 1)] = 0
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("89504e470d0a1a0a", "hex"),
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  )
}

/** A PNG with further chunks before its end, or with other data for its pixels. */
export const pngWith = (chunks: readonly Uint8Array[], data?: Uint8Array, edge = 2): Uint8Array<ArrayBuffer> => {
  const plain = Buffer.from(png(0, { width: edge, height: edge, real: data === undefined }))
  const pixels = data ? chunk("IDAT", deflateSync(data)) : plain.subarray(33, -12)
  return new Uint8Array(Buffer.concat([plain.subarray(0, 33), ...chunks, pixels, plain.subarray(-12)]))
}

const decoded = (text: string) => new Uint8Array(Buffer.from(text, "base64"))

export const gif = decoded("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
export const webp = decoded("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
export const jpeg = decoded(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z",
)
