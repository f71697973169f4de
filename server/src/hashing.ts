import { createHmac, createSecretKey, hash } from "node:crypto"
import type { Hashing } from "../../src/core/hashing/hashing"

/** A digest as text takes half the time of one as a buffer, which has memory of its own. */
const bytesOf = (digest: string) => Buffer.from(digest, "binary")

/** Hashing by node:crypto. */
export const nodeHashing: Hashing = {
  sha256: async messages => messages.map(message => bytesOf(hash("sha256", message, "binary"))),
  hmac: async (key, messages) => {
    const secret = createSecretKey(key)
    return messages.map(message => bytesOf(createHmac("sha256", secret).update(message).digest("binary")))
  },
}
