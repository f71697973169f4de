import { areFew, check, checkSize, fits, hasEdges, type Structure } from "./checks"

/** Applications whose data change what is shown: how often an animation is repeated, and the colour profile. */
const keptApplications = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"])

/** Frames within the screen, whole blocks, and the trailer. Comments and the data of programs are left out. */
export const readGif = (file: Buffer): Structure => {
  const size = checkSize({ width: file.readUInt16LE(6), height: file.readUInt16LE(8) })
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableSize(file.readUInt8(10))
  let frames = 0
  const parts = [file.subarray(0, at)]
  const skipBlocks = () => {
    for (let length = file.readUInt8(at); ; length = file.readUInt8(at)) {
      at += 1 + length
      if (length === 0) return
    }
  }
  for (;;) {
    const kind = file.readUInt8(at)
    const from = at
    let isKept = true
    if (kind === 0x3b) {
      check(frames > 0 && areFew(frames, size))
      return { ...size, parts: [...parts, file.subarray(at, at + 1)] }
    }
    if (kind === 0x21) {
      const label = file.readUInt8(at + 1)
      const isApplication = label === 0xff
      isKept = isApplication ? keptApplications.has(file.toString("latin1", at + 3, at + 14)) : label !== 0xfe
      at += 2
    } else {
      check(kind === 0x2c)
      const [x, y, width, height] = [1, 3, 5, 7].map(offset => file.readUInt16LE(at + offset)) as [number, number, number, number]
      check(hasEdges({ width, height }) && fits({ x, y, width, height }, size))
      at += 10 + tableSize(file.readUInt8(at + 9)) + 1
      frames++
    }
    skipBlocks()
    if (isKept) parts.push(file.subarray(from, at))
  }
}
