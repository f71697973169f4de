import { createInflate } from "node:zlib"
import type { ImageType } from "../../../src/core/image-type"
import { crc32 } from "../../../src/core/spreadsheet/crc32"

/**
 * The structure of a picture, read to its end. Decoders disagree about a picture whose parts contradict each other, and
 * some allocate what a part claims: such a picture is refused (docs/security.md#uploaded-files).
 */
export type Size = { width: number; height: number }

/** The picture is cut off, or its parts contradict each other. */
class Broken extends Error {}

const check = (isTrue: boolean) => {
  if (!isTrue) throw new Broken()
}

const hasEdges = ({ width, height }: Size) => width > 0 && height > 0
const isSame = (a: Size, b: Size) => a.width === b.width && a.height === b.height
const fits = ({ x, y, width, height }: Size & { x: number; y: number }, canvas: Size) =>
  x + width <= canvas.width && y + height <= canvas.height

/** Pixels of all frames of an animation together; its frames are drawn over and over. */
const maxFramePixels = 50_000_000
const areFew = (frames: number, { width, height }: Size) => frames === 1 || frames * width * height <= maxFramePixels

/** Texts and colour profile of a picture, bytes uncompressed. */
const maxText = 1024 * 1024

/** The uncompressed length of zlib data; decompression ends above `max`. @throws Broken above it, and for other data */
const inflatedLength = async (parts: readonly Uint8Array[], max: number): Promise<number> => {
  const inflate = createInflate()
  inflate.end(Buffer.concat(parts))
  let length = 0
  try {
    for await (const chunk of inflate) {
      length += (chunk as Buffer).length
      check(length <= max)
    }
  } catch {
    throw new Broken()
  }
  return length
}

const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** The passes of an interlaced PNG: first column and row, and the steps between them. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The uncompressed length of the pixels of a PNG: each row has a byte for its filter. @param header the data of IHDR */
const pngLength = ({ width, height }: Size, header: Buffer): number => {
  const bits = header.readUInt8(8) * (samples[header.readUInt8(9)] ?? Number.NaN)
  const length = (columns: number, rows: number) => (columns > 0 ? rows * (1 + Math.ceil((columns * bits) / 8)) : 0)
  if (header.readUInt8(12) === 0) return length(width, height)
  return passes.reduce(
    (sum, [x, y, right, down]) => sum + length(Math.ceil((width - x) / right), Math.max(0, Math.ceil((height - y) / down))),
    0,
  )
}

/** The compressed part of a text or of a colour profile; undefined for another chunk, and for a text that is not compressed. */
const compressedText = (type: string, data: Buffer): Buffer | undefined => {
  const name = data.indexOf(0) + 1
  if (type === "zTXt" || type === "iCCP") return data.subarray(name + 1)
  if (type !== "iTXt" || data[name] !== 1) return undefined
  return data.subarray(data.indexOf(0, data.indexOf(0, name + 2) + 1) + 1)
}

/**
 * IHDR first and once, checksums that match, as much data as pixels, and IEND at the end; frames of an animation within the
 * picture, and as many as it claims.
 */
const pngSize = async (file: Buffer): Promise<Size> => {
  let at = 8
  let size: Size | undefined
  let claimed: number | undefined
  let frames = 0
  let textLength = 0
  const pixels: Buffer[] = []
  for (;;) {
    const length = file.readUInt32BE(at)
    const type = file.toString("latin1", at + 4, at + 8)
    const end = at + 8 + length
    check(end + 4 <= file.length && file.readUInt32BE(end) === crc32(file.subarray(at + 4, end)))
    check((type === "IHDR") === (size === undefined))
    if (type === "IHDR") {
      check(length === 13)
      size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    }
    if (type === "fcTL" && size) {
      check(length === 26)
      const [width, height, x, y] = [12, 16, 20, 24].map(offset => file.readUInt32BE(at + offset)) as [
        number,
        number,
        number,
        number,
      ]
      check(hasEdges({ width, height }) && fits({ x, y, width, height }, size))
      frames++
    }
    if (type === "acTL") claimed = file.readUInt32BE(at + 8)
    if (type === "IDAT") pixels.push(file.subarray(at + 8, end))
    const text = compressedText(type, file.subarray(at + 8, end))
    if (text) textLength += await inflatedLength([text], maxText - textLength)
    if (type === "IEND" && size) {
      check(end + 4 === file.length && (claimed ?? 0) === frames && areFew(Math.max(1, frames), size))
      const expected = pngLength(size, file.subarray(16))
      check((await inflatedLength(pixels, expected)) === expected)
      return size
    }
    at = end + 4
  }
}

/** Frames within the screen, whole blocks, and the trailer. */
const gifSize = (file: Buffer): Size => {
  const size = { width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableSize(file.readUInt8(10))
  let frames = 0
  const skipBlocks = () => {
    for (let length = file.readUInt8(at); ; length = file.readUInt8(at)) {
      at += 1 + length
      if (length === 0) return
    }
  }
  for (;;) {
    const kind = file.readUInt8(at)
    if (kind === 0x3b) {
      check(frames > 0 && at + 1 === file.length && areFew(frames, size))
      return size
    }
    if (kind === 0x21) at += 2
    else {
      check(kind === 0x2c)
      const [x, y, width, height] = [1, 3, 5, 7].map(offset => file.readUInt16LE(at + offset)) as [number, number, number, number]
      check(hasEdges({ width, height }) && fits({ x, y, width, height }, size))
      at += 10 + tableSize(file.readUInt8(at + 9)) + 1
      frames++
    }
    skipBlocks()
  }
}

/** One frame header, whole segments, and the end marker; what follows it (a telephone's second picture) is not decoded. */
const jpegSize = (file: Buffer): Size => {
  let at = 2
  let size: Size | undefined
  let hasScan = false
  for (;;) {
    check(file.readUInt8(at) === 0xff)
    while (file.readUInt8(at + 1) === 0xff) at++
    const marker = file.readUInt8(at + 1)
    at += 2
    if (marker === 0xd9) {
      check(hasScan)
      if (size) return size
      throw new Broken()
    }
    const length = file.readUInt16BE(at)
    check(length >= 2 && marker !== 0xd8 && marker !== 0xdc)
    // Frame headers are C0 to CF without tables (C4), extensions (C8) and arithmetic conditioning (CC).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      check(size === undefined)
      size = { width: file.readUInt16BE(at + 5), height: file.readUInt16BE(at + 3) }
    }
    at += length
    if (marker !== 0xda) continue
    check(size !== undefined)
    hasScan = true
    // Compressed data: FF00 is a byte of it, FFD0 to FFD7 restart it; any other marker ends it.
    for (;;) {
      at = file.indexOf(0xff, at)
      check(at >= 0)
      const next = file.readUInt8(at + 1)
      if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) break
      at += 2
    }
  }
}

/** The size in a VP8 or VP8L chunk's own header. */
const webpFrameSize = (file: Buffer, type: string, at: number): Size | undefined => {
  if (type === "VP8 ") {
    check(file.readUIntBE(at + 3, 3) === 0x9d012a)
    return { width: file.readUInt16LE(at + 6) & 0x3fff, height: file.readUInt16LE(at + 8) & 0x3fff }
  }
  if (type !== "VP8L") return undefined
  check(file.readUInt8(at) === 0x2f)
  const bits = file.readUInt32LE(at + 1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

type WebpChunk = { type: string; at: number; end: number }

const webpChunks = function* (file: Buffer, from: number, to: number): Generator<WebpChunk> {
  for (let at = from; at + 8 <= to; ) {
    const end = at + 8 + file.readUInt32LE(at + 4)
    check(end <= to)
    yield { type: file.toString("latin1", at, at + 4), at: at + 8, end }
    at = end + (end % 2)
  }
}

/** Frames as large as the canvas, or within it in an animation. */
const webpSize = (file: Buffer): Size => {
  const end = 8 + file.readUInt32LE(4)
  check(end + (end % 2) >= file.length && end <= file.length)
  let canvas: Size | undefined
  let frames = 0
  for (const { type, at, end: chunkEnd } of webpChunks(file, 12, end)) {
    if (type === "VP8X") canvas = { width: file.readUIntLE(at + 4, 3) + 1, height: file.readUIntLE(at + 7, 3) + 1 }
    const frame = webpFrameSize(file, type, at)
    if (frame) {
      canvas ??= frame
      check(isSame(frame, canvas))
      frames++
    }
    if (type !== "ANMF" || !canvas) continue
    const [x, y] = [2 * file.readUIntLE(at, 3), 2 * file.readUIntLE(at + 3, 3)] as const
    const claimed = { width: file.readUIntLE(at + 6, 3) + 1, height: file.readUIntLE(at + 9, 3) + 1 }
    check(fits({ x, y, ...claimed }, canvas))
    for (const inner of webpChunks(file, at + 16, chunkEnd)) {
      const size = webpFrameSize(file, inner.type, inner.at)
      check(!size || isSame(size, claimed))
    }
    frames++
  }
  check(frames > 0)
  if (!canvas || !areFew(frames, canvas)) throw new Broken()
  return canvas
}

const readers: Record<ImageType, (file: Buffer) => Size | Promise<Size>> = {
  png: pngSize,
  gif: gifSize,
  jpeg: jpegSize,
  webp: webpSize,
}

/** The size that all parts of a picture agree on; undefined when it is cut off or its parts contradict each other. */
export const structureOf = async (bytes: Uint8Array, type: ImageType): Promise<Size | undefined> => {
  try {
    const size = await readers[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return hasEdges(size) ? size : undefined
  } catch (error) {
    // Reading past the end throws a RangeError.
    if (error instanceof Broken || error instanceof RangeError) return undefined
    throw error
  }
}
