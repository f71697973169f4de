const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  return value
})

/** Returns the CRC-32 of bytes. @param previous that of the bytes before these */
export const crc32 = (bytes: Uint8Array, previous = 0): number => {
  let value = ~previous
  for (let at = 0; at < bytes.length; at++) value = (value >>> 8) ^ (table[(value ^ (bytes[at] ?? 0)) & 255] ?? 0)
  return ~value >>> 0
}
