/** EXIF data of a photograph: of its camera, time and place, only the orientation is kept. */
const orientationTag = 0x0112

/** The orientation, 1 (upright) to 8. @param exif a TIFF file; 1 for another one */
export const orientationOf = (exif: Buffer): number => {
  const isLittle = exif.toString("latin1", 0, 4) === "II*\0"
  if (!isLittle && exif.toString("latin1", 0, 4) !== "MM\0*") return 1
  const u16 = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  try {
    const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
    const entries = u16(directory)
    for (let at = directory + 2; at < directory + 2 + 12 * entries; at += 12) {
      if (u16(at) !== orientationTag) continue
      const value = u16(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** EXIF data with an orientation alone; undefined for an upright picture, which needs none. */
export const exifOf = (orientation: number): Buffer | undefined => {
  if (orientation === 1) return undefined
  const exif = Buffer.from("4d4d002a00000008000101120003000000010000000000000000", "hex")
  exif.writeUInt16BE(orientation, 18)
  return exif
}
