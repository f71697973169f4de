/** Zip archives, read by their directory; entries are decompressed as streams and checked. Nothing is ever written to a path. */
import { crc32 } from "./crc32"
import { SpreadsheetError } from "./spreadsheet-error"

export type ZipEntry = { method: number; isEncrypted: boolean; crc: number; packedSize: number; size: number; offset: number }
export type Zip = { file: Blob; entries: ReadonlyMap<string, ZipEntry> }

const maxEntries = 10_000
/** Bytes of one decompressed entry, measured while it is read. */
export const maxEntrySize = 256 * 1024 * 1024
/** Packed bytes that are decompressed at a time: they give at most about 1,000 times as many. */
const stepSize = 4096
const blockSize = 64 * stepSize

const corrupt = () => new SpreadsheetError("spreadsheet.corrupt")

/** Throws where the file has fewer bytes. */
const viewOf = async (file: Blob, offset: number, length: number) => {
  if (offset < 0 || offset + length > file.size) throw corrupt()
  return new DataView(await file.slice(offset, offset + length).arrayBuffer())
}

/** A 64-bit number; numbers beyond the file's size fail the checks of ranges. */
const big = (view: DataView, offset: number) => Number(view.getBigUint64(offset, true))

/** Returns number of entries, size and offset of the directory. */
const findDirectory = async (file: Blob) => {
  const start = Math.max(0, file.size - 65_557)
  const tail = await viewOf(file, start, file.size - start)
  let end = tail.byteLength - 22
  while (end >= 0 && (tail.getUint32(end, true) !== 0x06054b50 || tail.getUint16(end + 20, true) > tail.byteLength - end - 22))
    end--
  if (end < 0) throw corrupt()
  const [count, size, offset] = [tail.getUint16(end + 10, true), tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (count !== 0xffff && size !== 0xffffffff && offset !== 0xffffffff) return { count, size, offset }
  const locator = await viewOf(file, start + end - 20, 20)
  const large = await viewOf(file, big(locator, 8), 56)
  if (locator.getUint32(0, true) !== 0x07064b50 || large.getUint32(0, true) !== 0x06064b50) throw corrupt()
  return { count: big(large, 32), size: big(large, 40), offset: big(large, 48) }
}

/** Puts the numbers of the zip64 field in place of those that are marked as too large for 32 bits. */
const widen = (view: DataView, from: number, to: number, entry: ZipEntry) => {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let value = at + 4
    for (const name of ["size", "packedSize", "offset"] as const) {
      if (entry[name] !== 0xffffffff) continue
      entry[name] = big(view, value)
      value += 8
    }
    return
  }
}

/**
 * Reads the directory of an archive. Names are in lower case and separated by `/`.
 * @throws SpreadsheetError for a damaged archive
 */
export const readZip = async (file: Blob): Promise<Zip> => {
  const { count, size, offset } = await findDirectory(file)
  if (count > maxEntries) throw new SpreadsheetError("spreadsheet.tooLarge")
  const view = await viewOf(file, offset, size)
  const entries = new Map<string, ZipEntry>()
  const decoder = new TextDecoder()
  let at = 0
  try {
    for (let left = count; left; left--) {
      if (view.getUint32(at, true) !== 0x02014b50) throw corrupt()
      const nameEnd = at + 46 + view.getUint16(at + 28, true)
      const extraEnd = nameEnd + view.getUint16(at + 30, true)
      const entry: ZipEntry = {
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packedSize: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      }
      widen(view, nameEnd, extraEnd, entry)
      const name = decoder.decode(new Uint8Array(view.buffer, at + 46, nameEnd - at - 46))
      const key = name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase()
      if (entries.has(key)) throw corrupt()
      entries.set(key, entry)
      at = extraEnd + view.getUint16(at + 32, true)
    }
  } catch (error) {
    throw error instanceof RangeError ? corrupt() : error
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
 * @throws SpreadsheetError when they do not have the size and checksum of the directory, or exceed the limit
 */
export async function* readEntry({ file }: Zip, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { method, packedSize } = entry
  if (entry.isEncrypted) throw new SpreadsheetError("spreadsheet.encrypted")
  if (entry.size > maxEntrySize) throw new SpreadsheetError("spreadsheet.tooLarge")
  if (method !== 0 && method !== 8) throw new SpreadsheetError("spreadsheet.unsupported")
  const header = await viewOf(file, entry.offset, 30)
  if (header.getUint32(0, true) !== 0x04034b50) throw corrupt()
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  if (start + packedSize > file.size) throw corrupt()
  const packed = streamOf(file.slice(start, start + packedSize))
  const reader = (method ? packed.pipeThrough(new DecompressionStream("deflate-raw")) : packed).getReader()
  let size = 0
  let crc = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw error instanceof DOMException ? error : corrupt()
      })
      if (done) break
      size += value.length
      if (size > entry.size) throw corrupt()
      crc = crc32(value, crc)
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
  if (size !== entry.size || crc !== entry.crc) throw corrupt()
}
