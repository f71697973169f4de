import { areFew, Broken, check, checkSize, fits, isSame, type Size, type Structure } from "./checks"
import { exifOf, orientationOf } from "./orientation"

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

const pixelChunks = ["ALPH", "VP8 ", "VP8L"]
const keptChunks = new Set([...pixelChunks, "VP8X", "ICCP", "ANIM", "ANMF"])
const keptInFrame = new Set(pixelChunks)

const hasExif = 0x08
const hasXmp = 0x04

const chunkOf = (type: string, data: Uint8Array): Buffer => {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2))
  chunk.write(type, "latin1")
  chunk.writeUInt32LE(data.length, 4)
  chunk.set(data, 8)
  return chunk
}

/** The file with the chunks that are kept; of EXIF data the orientation. */
const withoutMetadata = (file: Buffer, end: number): Buffer[] => {
  const all = [...webpChunks(file, 12, end)]
  const dataOf = ({ at, end }: WebpChunk) => file.subarray(at, end)
  const found = all.find(({ type }) => type === "EXIF")
  // Some programs write the name of the JPEG segment before the data.
  const data = found && dataOf(found)
  const exif = data && exifOf(orientationOf(data.toString("latin1", 0, 6) === "Exif\0\0" ? data.subarray(6) : data))
  const hasFlags = all.some(({ type }) => type === "VP8X")
  const chunks = all
    .filter(({ type }) => keptChunks.has(type))
    .map(chunk => {
      const { type, at } = chunk
      const copy = Buffer.from(dataOf(chunk))
      if (type === "VP8X") copy.writeUInt8((copy.readUInt8(0) & ~(hasExif | hasXmp)) | (exif ? hasExif : 0), 0)
      if (type !== "ANMF") return chunkOf(type, copy)
      const inner = [...webpChunks(file, at + 16, chunk.end)].filter(part => keptInFrame.has(part.type))
      return chunkOf(type, Buffer.concat([copy.subarray(0, 16), ...inner.map(part => chunkOf(part.type, dataOf(part)))]))
    })
  if (exif && hasFlags) chunks.push(chunkOf("EXIF", exif))
  const header = Buffer.from(file.subarray(0, 12))
  header.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return [header, ...chunks]
}

/** Frames as large as the canvas, or within it in an animation. Texts, EXIF data and what follows the end are left out. */
export const readWebp = (file: Buffer): Structure => {
  const end = 8 + file.readUInt32LE(4)
  check(end <= file.length)
  let canvas: Size | undefined
  let frames = 0
  for (const { type, at, end: chunkEnd } of webpChunks(file, 12, end)) {
    if (type === "VP8X") canvas = checkSize({ width: file.readUIntLE(at + 4, 3) + 1, height: file.readUIntLE(at + 7, 3) + 1 })
    const frame = webpFrameSize(file, type, at)
    if (frame) {
      canvas ??= checkSize(frame)
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
  return { ...canvas, parts: withoutMetadata(file, end) }
}
