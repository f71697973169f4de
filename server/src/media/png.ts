import { createInflate } from "node:zlib"
import { crc32 } from "../../../src/core/spreadsheet/crc32"
import { areFew, Broken, check, checkSize, fits, hasEdges, type Size, type Structure } from "./checks"
import { exifOf, orientationOf } from "./orientation"

/** Colour profile of a picture, bytes uncompressed. */
const maxProfile = 1024 * 1024

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

/** What changes the pixels that are shown. Others, such as texts, times, previews and the data of programs, are left out. */
const keptChunks = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "),
)

/** A chunk with an orientation alone. @param data EXIF data */
const orientationChunk = (data: Buffer): Buffer | undefined => {
  const exif = exifOf(orientationOf(data))
  if (!exif) return undefined
  const chunk = Buffer.alloc(12 + exif.length)
  chunk.writeUInt32BE(exif.length)
  chunk.write("eXIf", 4)
  exif.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + exif.length)
  return chunk
}

/**
 * IHDR first and once, checksums that match, as much data as pixels, and IEND; frames of an animation within the
 * picture, and as many as it claims.
 */
export const readPng = async (file: Buffer): Promise<Structure> => {
  let at = 8
  let size: Size | undefined
  let claimed: number | undefined
  let frames = 0
  const pixels: Buffer[] = []
  const parts = [file.subarray(0, at)]
  for (;;) {
    const length = file.readUInt32BE(at)
    const type = file.toString("latin1", at + 4, at + 8)
    const end = at + 8 + length
    check(end + 4 <= file.length && file.readUInt32BE(end) === crc32(file.subarray(at + 4, end)))
    check((type === "IHDR") === (size === undefined))
    if (type === "IHDR") {
      check(length === 13)
      size = checkSize({ width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) })
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
    // After the name of the profile and its end stands the method of compression.
    if (type === "iCCP") await inflatedLength([file.subarray(file.indexOf(0, at + 8) + 2, end)], maxProfile)
    if (keptChunks.has(type)) parts.push(file.subarray(at, end + 4))
    const orientation = type === "eXIf" && orientationChunk(file.subarray(at + 8, end))
    if (orientation) parts.push(orientation)
    if (type === "IEND" && size) {
      check((claimed ?? 0) === frames && areFew(Math.max(1, frames), size))
      const expected = pngLength(size, file.subarray(16))
      check((await inflatedLength(pixels, expected)) === expected)
      return { ...size, parts }
    }
    at = end + 4
  }
}
