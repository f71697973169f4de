/**
 * Zip archives, read by their directory; entries are decompressed as streams and checked. Nothing is written to a path.
 * Positions beyond the data throw RangeError.
 */
import { crc32 } from "./crc32"
import { refuse } from "./spreadsheet-error"

type ZipEntry = { isEncrypted: boolean; method: number; crc: number; packedSize: number; size: number; offset: number }
export type Zip = { file: Blob; entries: ReadonlyMap<string, ZipEntry> }

const maxEntries = 10_000
/** Bytes of one decompressed entry. */
export const maxEntrySize = 256 * 1024 * 1024
/** Packed bytes that are decompressed at a time: they give at most about 1,000 times as many. */
const stepSize = 4096
const blockSize = 64 * stepSize
/** The end of an archive with the longest comment. */
const maxEnd = 22 + 0xffff
const wide = 0xffffffff

const viewOf = async (file: Blob, offset: number, length: number) => {
  const view = new DataView(await file.slice(offset, offset + length).arrayBuffer())
  return {
    length: view.byteLength,
    u16: (at: number) => view.getUint16(at, true),
    u32: (at: number) => view.getUint32(at, true),
    u64: (at: number) => Number(view.getBigUint64(at, true)),
    text: (from: number, to: number) => new TextDecoder().decode(view.buffer.slice(from, to)),
  }
}

const findDirectory = async (file: Blob) => {
  const start = Math.max(0, file.size - maxEnd)
  const { length, u16, u32 } = await viewOf(file, start, maxEnd)
  let end = length - 22
  while (u32(end) !== 0x06054b50 || end + 22 + u16(end + 20) > length) end--
  const [count, size, offset] = [u16(end + 10), u32(end + 12), u32(end + 16)]
  if (count < 0xffff && size < wide && offset < wide) return { count, size, offset }
  const locator = await viewOf(file, start + end - 20, 20)
  const large = await viewOf(file, locator.u64(8), 56)
  if (locator.u32(0) !== 0x07064b50 || large.u32(0) !== 0x06064b50) refuse("corrupt")
  return { count: large.u64(32), size: large.u64(40), offset: large.u64(48) }
}

/** Reads the directory of an archive. Names are in lower case and separated by `/`. @throws SpreadsheetError, RangeError */
export const readZip = async (file: Blob): Promise<Zip> => {
  const { count, size, offset } = await findDirectory(file)
  if (count > maxEntries) refuse("tooLarge")
  const { u16, u32, u64, text } = await viewOf(file, offset, size)
  const entries = new Map<string, ZipEntry>()
  let at = 0
  for (let left = count; left; left--) {
    if (u32(at) !== 0x02014b50) refuse("corrupt")
    const nameEnd = at + 46 + u16(at + 28)
    const extraEnd = nameEnd + u16(at + 30)
    const entry: ZipEntry = {
      isEncrypted: u16(at + 8) % 2 > 0,
      method: u16(at + 10),
      crc: u32(at + 16),
      packedSize: u32(at + 20),
      size: u32(at + 24),
      offset: u32(at + 42),
    }
    // The zip64 field holds, in this order, the numbers that are too large for 32 bits.
    for (let field = nameEnd; field < extraEnd; field += 4 + u16(field + 2)) {
      if (u16(field) !== 1) continue
      let value = field + 4
      for (const name of ["size", "packedSize", "offset"] as const) {
        if (entry[name] < wide) continue
        entry[name] = u64(value)
        value += 8
      }
    }
    const name = text(at + 46, nameEnd)
      .replaceAll("\\", "/")
      .replace(/^\/+/, "")
      .toLowerCase()
    if (entries.has(name)) refuse("corrupt")
    entries.set(name, entry)
    at = extraEnd + u16(at + 32)
  }
  return { file, entries }
}

const streamOf = (data: Blob) => {
  let at = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async controller => {
      const block = new Uint8Array(await data.slice(at, at + blockSize).arrayBuffer())
      for (let from = 0; from < block.length; from += stepSize) controller.enqueue(block.subarray(from, from + stepSize))
      at += blockSize
      if (at >= data.size) controller.close()
    },
  })
}

/**
 * Yields the bytes of an entry.
 * @throws SpreadsheetError when they do not have the size and checksum of the directory, or exceed the limit; RangeError
 */
export async function* readEntry({ file }: Zip, { isEncrypted, method, crc, packedSize, size, offset }: ZipEntry) {
  if (isEncrypted) refuse("encrypted")
  if (size > maxEntrySize) refuse("tooLarge")
  if (method && method !== 8) refuse("unsupported")
  const { u16, u32 } = await viewOf(file, offset, 30)
  if (u32(0) !== 0x04034b50) refuse("corrupt")
  const start = offset + 30 + u16(26) + u16(28)
  const packed = streamOf(file.slice(start, start + packedSize))
  const reader = (method ? packed.pipeThrough(new DecompressionStream("deflate-raw")) : packed).getReader()
  let [readSize, readCrc] = [0, 0]
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // What is no failure of the file itself is one of its compression.
        throw error instanceof DOMException ? error : new RangeError()
      })
      if (done) break
      readSize += value.length
      if (readSize > size) refuse("corrupt")
      readCrc = crc32(value, readCrc)
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
  if (readSize !== size || readCrc !== crc) refuse("corrupt")
}
