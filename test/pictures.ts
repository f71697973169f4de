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

/** What cameras and programs write beside the pixels. */
export const secret = "N 41.0082 E 28.9784 Kamera-7"
const text = Buffer.from(secret)

/** EXIF data of a camera: its orientation, and what must not be served. */
export const exif = (orientation: number, isLittle = false): Buffer => {
  const data = Buffer.alloc(26)
  const [u16, u32] = isLittle
    ? [data.writeUInt16LE.bind(data), data.writeUInt32LE.bind(data)]
    : [data.writeUInt16BE.bind(data), data.writeUInt32BE.bind(data)]
  data.write(isLittle ? "II*\0" : "MM\0*", "latin1")
  u32(8, 4)
  u16(1, 8)
  u16(0x0112, 10)
  u16(3, 12)
  u32(1, 14)
  u16(orientation, 18)
  return Buffer.concat([data, text])
}
/** EXIF data with an orientation alone, as it is stored. */
const plainExif = (orientation: number) => exif(orientation).subarray(0, 26)

const segment = (marker: number, ...parts: (string | Buffer)[]) => {
  const body = Buffer.concat(parts.map(part => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
/** The JPEG with segments behind its first one. */
const jpegWith = (...segments: Buffer[]) => Buffer.concat([jpeg.slice(0, 20), ...segments, jpeg.slice(20)])

/** The GIF with blocks before its frame. */
const gifWith = (...blocks: Buffer[]) => Buffer.concat([gif.slice(0, 19), ...blocks, gif.slice(19)])
const gifBlock = (label: number, ...parts: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...parts.map(part => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
    Buffer.alloc(1),
  ])
const repeated = gifBlock(0xff, "NETSCAPE2.0", Buffer.from([1, 0, 0]))

const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks])
  const head = Buffer.from("RIFF\0\0\0\0")
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
const riffChunk = (type: string, data: Uint8Array) => {
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const vp8 = Buffer.from(webp.slice(12))
const canvas = (flags: number) => riffChunk("VP8X", Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
const frame = (...chunks: Buffer[]) => riffChunk("ANMF", Buffer.concat([Buffer.alloc(16), ...chunks]))

const profile = segment(0xe2, "ICC_PROFILE\0", "\x01\x01profile")
const adobe = segment(0xee, "Adobe\0\x64\0\0\0\0\x01")
const pngProfile = chunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(Buffer.from("profile"))]))
const chromaticity = chunk("gAMA", Buffer.from([0, 0, 177, 143]))
const fill = Buffer.from([0xff])

/** Valid pictures with what must not be served, and the bytes that are stored of them. */
export const metadataCases = (
  [
    ["jpeg", "EXIF data of an upright picture", jpegWith(segment(0xe1, "Exif\0\0", exif(1))), jpeg],
    [
      "jpeg",
      "EXIF data of a turned picture",
      jpegWith(segment(0xe1, "Exif\0\0", exif(6))),
      jpegWith(segment(0xe1, "Exif\0\0", plainExif(6))),
    ],
    [
      "jpeg",
      "EXIF data of another byte order",
      jpegWith(segment(0xe1, "Exif\0\0", exif(8, true))),
      jpegWith(segment(0xe1, "Exif\0\0", plainExif(8))),
    ],
    ["jpeg", "an orientation that does not exist", jpegWith(segment(0xe1, "Exif\0\0", exif(77))), jpeg],
    ["jpeg", "EXIF data that are cut off", jpegWith(segment(0xe1, "Exif\0\0", exif(6).subarray(0, 15))), jpeg],
    ["jpeg", "EXIF data that are none", jpegWith(segment(0xe1, "Exif\0\0", text)), jpeg],
    ["jpeg", "XMP", jpegWith(segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", text)), jpeg],
    ["jpeg", "IPTC", jpegWith(segment(0xed, "Photoshop 3.0\0", text)), jpeg],
    ["jpeg", "a comment", jpegWith(segment(0xfe, text)), jpeg],
    ["jpeg", "an index of further pictures", jpegWith(segment(0xe2, "MPF\0", text)), jpeg],
    ["jpeg", "a preview", jpegWith(segment(0xe0, "JFXX\0", text)), jpeg],
    ["jpeg", "EXIF data under the wrong marker", jpegWith(segment(0xe3, "Exif\0\0", exif(6))), jpeg],
    ["jpeg", "a second picture after its end", Buffer.concat([jpeg, jpegWith(segment(0xe1, "Exif\0\0", exif(1)))]), jpeg],
    ["jpeg", "bytes after its end", Buffer.concat([jpeg, text]), jpeg],
    ["jpeg", "bytes before a marker", jpegWith(text), jpeg],
    ["jpeg", "markers filled up", jpegWith(fill, fill), jpeg],
    ["jpeg", "colour profile and comment", jpegWith(profile, segment(0xfe, text), adobe), jpegWith(profile, adobe)],
    ["png", "EXIF data of an upright picture", pngWith([chunk("eXIf", exif(1))]), pngWith([])],
    ["png", "EXIF data of a turned picture", pngWith([chunk("eXIf", exif(3))]), pngWith([chunk("eXIf", plainExif(3))])],
    ["png", "a text", pngWith([chunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), text]))]), pngWith([])],
    [
      "png",
      "an international text",
      pngWith([chunk("iTXt", Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\0\0\0\0"), text]))]),
      pngWith([]),
    ],
    [
      "png",
      "a compressed text of 50 MB",
      pngWith([chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(5e7))]))]),
      pngWith([]),
    ],
    ["png", "a time", pngWith([chunk("tIME", Buffer.from([7, 234, 11, 28, 8, 0, 0]))]), pngWith([])],
    ["png", "the data of a program", pngWith([chunk("caBX", text)]), pngWith([])],
    ["png", "the pixels that were cropped", Buffer.concat([pngWith([]), text, png(9)]), pngWith([])],
    [
      "png",
      "colour profile and time",
      pngWith([pngProfile, chunk("tIME", Buffer.alloc(7)), chromaticity]),
      pngWith([pngProfile, chromaticity]),
    ],
    ["gif", "a comment", gifWith(gifBlock(0xfe, text)), gif],
    ["gif", "XMP", gifWith(gifBlock(0xff, "XMP DataXMP", text)), gif],
    ["gif", "repetition and comment", gifWith(repeated, gifBlock(0xfe, text)), gifWith(repeated)],
    ["gif", "bytes after its end", Buffer.concat([gif, text]), gif],
    ["webp", "EXIF data of an upright picture", riff(canvas(0x08), vp8, riffChunk("EXIF", exif(1))), riff(canvas(0), vp8)],
    [
      "webp",
      "EXIF data of a turned picture",
      riff(canvas(0x2c), vp8, riffChunk("EXIF", exif(6))),
      riff(canvas(0x28), vp8, riffChunk("EXIF", plainExif(6))),
    ],
    [
      "webp",
      "EXIF data with a name",
      riff(canvas(0x08), vp8, riffChunk("EXIF", Buffer.concat([Buffer.from("Exif\0\0"), exif(5)]))),
      riff(canvas(0x08), vp8, riffChunk("EXIF", plainExif(5))),
    ],
    ["webp", "XMP", riff(canvas(0x04), vp8, riffChunk("XMP ", text)), riff(canvas(0), vp8)],
    ["webp", "an unknown part", riff(canvas(0), riffChunk("C2PA", text), vp8), riff(canvas(0), vp8)],
    ["webp", "an unknown part of a frame", riff(canvas(2), frame(vp8, riffChunk("NOTE", text))), riff(canvas(2), frame(vp8))],
    ["webp", "bytes after its end", Buffer.concat([webp, text]), webp],
    ["webp", "EXIF data without a place for it", riff(vp8, riffChunk("EXIF", exif(6))), riff(vp8)],
  ] as const
).map(([type, what, given, stored]) => [type, what, new Uint8Array(given), Buffer.from(stored)] as const)
