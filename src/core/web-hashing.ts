import type { Hashing } from "./hashing"

/** Hashing by WebCrypto. A page has it only in a secure context (https, or localhost). */

const all = (messages: readonly Uint8Array[], hash: (message: BufferSource) => Promise<ArrayBuffer>) =>
  Promise.all(messages.map(async message => new Uint8Array(await hash(message as Uint8Array<ArrayBuffer>))))

export const webHashing: Hashing = {
  sha256: messages => all(messages, message => crypto.subtle.digest("SHA-256", message)),
  hmac: async (key, messages) => {
    const algorithm = { name: "HMAC", hash: "SHA-256" }
    const imported = await crypto.subtle.importKey("raw", key as Uint8Array<ArrayBuffer>, algorithm, false, ["sign"])
    return all(messages, message => crypto.subtle.sign("HMAC", imported, message))
  },
}
