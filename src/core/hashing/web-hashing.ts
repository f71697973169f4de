import type { Hashing } from "./hashing"

/** Hashing by WebCrypto. A page has it only in a secure context (https, or localhost). */

const all = async (messages: readonly Uint8Array[], hash: (message: BufferSource) => Promise<ArrayBuffer>) => {
  const digests = await Promise.all(messages.map(message => hash(message as Uint8Array<ArrayBuffer>)))
  return digests.map(digest => new Uint8Array(digest))
}

export const webHashing: Hashing = {
  sha256: messages => all(messages, message => crypto.subtle.digest("SHA-256", message)),
  hmac: async (key, messages) => {
    const algorithm = { name: "HMAC", hash: "SHA-256" }
    const imported = await crypto.subtle.importKey("raw", key as Uint8Array<ArrayBuffer>, algorithm, false, ["sign"])
    return all(messages, message => crypto.subtle.sign("HMAC", imported, message))
  },
}
