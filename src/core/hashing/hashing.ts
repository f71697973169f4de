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

const digits = utf8("0123456789abcdef")
export const hex = (bytes: Uint8Array): string => {
  const codes = new Uint8Array(2 * bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    codes[2 * at] = digits[byte >> 4] as number
    codes[2 * at + 1] = digits[byte & 15] as number
  }
  return String.fromCharCode(...codes)
}

const digitAt = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code < 58 ? code - 48 : (code | 32) - 87
}

/** Returns the bytes of an even number of hexadecimal digits. */
export const bytesOf = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length >> 1)
  for (let at = 0; at < bytes.length; at++) bytes[at] = (digitAt(text, 2 * at) << 4) | digitAt(text, 2 * at + 1)
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
  for (let at = 7, rest = value; rest > 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256
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
    const messages: Uint8Array[] = []
    for (let at = from; at < Math.min(from + batchSize, count); at++) messages.push(messageAt(at))
    for (const digest of await hash(messages)) digests.push(digest)
    await pause()
  }
  return digests
}
