/**
 * SHA-256 and HMAC-SHA256 over lists of messages. Long lists are given in batches, so that an implementation may start a
 * whole batch at once.
 */
export type Hashing = {
  /** Returns the digest of each message, 32 bytes each, in their order. */
  sha256: (messages: readonly Uint8Array[]) => Promise<Uint8Array[]>
  /** Returns the authentication code of each message under one key, 32 bytes each, in their order. */
  hmac: (key: Uint8Array, messages: readonly Uint8Array[]) => Promise<Uint8Array[]>
}

/** To be awaited between the steps of long work; see `createSlices`. */
export type Pause = () => Promise<void>

/** Messages between two pauses: about 5 ms of WebCrypto, 1 ms of native code. */
const batchSize = 512

const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
export const hex = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += digits[byte]
  return text
}

/** Returns the bytes of hexadecimal text of even length. */
export const bytesOf = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

/** Returns the bytes of all parts, one after the other; a number is one byte. */
export const concat = (...parts: readonly (Uint8Array | number)[]): Uint8Array => {
  let length = 0
  for (const part of parts) length += typeof part === "number" ? 1 : part.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    if (typeof part === "number") bytes[at++] = part
    else {
      bytes.set(part, at)
      at += part.length
    }
  }
  return bytes
}

/** Returns a whole number from 0 to 2^53 − 1 as 8 bytes, big-endian. */
export const u64 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(value / 2 ** 32))
  view.setUint32(4, value >>> 0)
  return bytes
}

/** Returns the SHA-256 of one message. */
export const sha256 = async (hashing: Hashing, message: Uint8Array): Promise<Uint8Array> => {
  const [digest = new Uint8Array()] = await hashing.sha256([message])
  return digest
}

/** Returns the HMAC-SHA256 of one message. */
export const hmac = async (hashing: Hashing, key: Uint8Array, message: Uint8Array): Promise<Uint8Array> => {
  const [code = new Uint8Array()] = await hashing.hmac(key, [message])
  return code
}

/** Hashes `count` messages in batches. @param messageAt returns the message of an index; @param pause awaited after a batch */
export const inBatches = async (
  count: number,
  messageAt: (index: number) => Uint8Array,
  hash: (messages: readonly Uint8Array[]) => Promise<Uint8Array[]>,
  pause: Pause,
): Promise<Uint8Array[]> => {
  const digests: Uint8Array[] = []
  for (let from = 0; from < count; from += batchSize) {
    const size = Math.min(batchSize, count - from)
    for (const digest of await hash(Array.from({ length: size }, (_, at) => messageAt(from + at)))) digests.push(digest)
    await pause()
  }
  return digests
}
