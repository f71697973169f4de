import { crc32 } from "./crc32"

/** A part of an archive: its path, and its text in pieces. */
type ZipPart = { path: string; pieces: Iterable<string> | AsyncIterable<string> }

/** Returns a compressed part, and its entry in the directory. Pieces are taken one at a time. */
const compress = async ({ path, pieces }: ZipPart) => {
  const encoder = new TextEncoder()
  const name = encoder.encode(path)
  let [size, crc] = [0, 0]
  async function* bytes() {
    for await (const piece of pieces) {
      const encoded = encoder.encode(piece)
      size += encoded.length
      crc = crc32(encoded, crc)
      yield encoded
    }
  }
  const source = bytes()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async controller => {
      const { done, value } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const data = await new Response(stream.pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer()
  return { name, data, size, crc }
}

/** Returns numbers as bytes: those of four bytes are in an array of their own. */
const bytesOf = (...fields: (number | [number])[]) => {
  const bytes: number[] = []
  for (const field of fields) {
    const value = typeof field === "number" ? field : field[0]
    for (let shift = 0; shift < (typeof field === "number" ? 16 : 32); shift += 8) bytes.push((value >>> shift) & 255)
  }
  return Uint8Array.from(bytes)
}

/** Returns a zip archive of compressed parts. Paths are ASCII. @param type media type of the result */
export const writeZip = async (parts: readonly ZipPart[], type: string): Promise<Blob> => {
  const content: BlobPart[] = []
  const directory: BlobPart[] = []
  let [offset, directorySize] = [0, 0]
  for (const part of parts) {
    const { name, data, size, crc } = await compress(part)
    // Version 2.0, no flags, deflate, 1980-01-01.
    const common = bytesOf(20, 0, 8, 0, 33, [crc], [data.byteLength], [size], name.length, 0)
    content.push(bytesOf([0x04034b50]), common, name, data)
    directory.push(bytesOf([0x02014b50], 20), common, bytesOf(0, 0, 0, [0], [offset]), name)
    offset += 30 + name.length + data.byteLength
    directorySize += 46 + name.length
  }
  const end = bytesOf([0x06054b50], 0, 0, parts.length, parts.length, [directorySize], [offset], 0)
  return new Blob([...content, ...directory, end], { type })
}
