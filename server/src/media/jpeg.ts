import { Broken, check, checkSize, type Size, type Structure } from "./checks"
import { exifOf, orientationOf } from "./orientation"

/** Of the segments of applications, these change what is shown: size of a pixel, colour profile, kind of colours. */
const keptApplications: Record<number, string> = { 224: "JFIF\0", 226: "ICC_PROFILE\0", 238: "Adobe" }
const exifName = "Exif\0\0"

/** The segment without metadata; undefined when nothing of it is kept. @param segment with its marker */
const keptSegment = (marker: number, segment: Buffer): Buffer | undefined => {
  const hasName = (name: string) => segment.toString("latin1", 4, 4 + name.length) === name
  if (marker === 0xe1 && hasName(exifName)) {
    const exif = exifOf(orientationOf(segment.subarray(10)))
    if (!exif) return undefined
    const header = Buffer.from(`\xff\xe1\0\0${exifName}`, "latin1")
    header.writeUInt16BE(header.length - 2 + exif.length, 2)
    return Buffer.concat([header, exif])
  }
  const isApplication = marker >= 0xe0 && marker <= 0xef
  const name = keptApplications[marker]
  const isKept = isApplication ? name !== undefined && hasName(name) : marker !== 0xfe
  return isKept ? segment : undefined
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** Where the next marker begins: its last FF, as several may fill the file. FF00 is none. */
const markerAt = (file: Buffer, from: number): number => {
  let at = from
  for (;;) {
    at = file.indexOf(0xff, at)
    check(at >= 0)
    while (file.readUInt8(at + 1) === 0xff) at++
    if (file.readUInt8(at + 1) !== 0) return at
    at += 2
  }
}

/**
 * One frame header, whole segments, and the end marker. What stands between segments or follows the end (a telephone's second
 * picture) is left out, and so are comments and the data of cameras and programs, except the orientation.
 */
export const readJpeg = (file: Buffer): Structure => {
  let at = 2
  const parts = [file.subarray(0, at)]
  let size: Size | undefined
  let hasScan = false
  for (;;) {
    at = markerAt(file, at)
    const from = at
    const marker = file.readUInt8(at + 1)
    at += 2
    if (marker === 0xd9) {
      check(hasScan)
      if (size) return { ...size, parts: [...parts, file.subarray(from, at)] }
      throw new Broken()
    }
    const length = file.readUInt16BE(at)
    check(length >= 2 && marker !== 0xd8 && marker !== 0xdc)
    // Frame headers are C0 to CF without tables (C4), extensions (C8) and arithmetic conditioning (CC).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      check(size === undefined)
      size = checkSize({ width: file.readUInt16BE(at + 5), height: file.readUInt16BE(at + 3) })
    }
    at += length
    check(at <= file.length)
    if (marker !== 0xda) {
      const kept = keptSegment(marker, file.subarray(from, at))
      if (kept) parts.push(kept)
      continue
    }
    check(size !== undefined)
    hasScan = true
    // Compressed data: FF00 is a byte of it, FFD0 to FFD7 restart it; any other marker ends it.
    do at = markerAt(file, at) + 2
    while (isRestart(file.readUInt8(at - 1)))
    at -= 2
    parts.push(file.subarray(from, at))
  }
}
