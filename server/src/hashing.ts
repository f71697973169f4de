import { createHmac, createSecretKey, hash } from "node:crypto"
import type { Hashing } from "../../src/core/hashing"

/** Hashing by node:crypto, four times as fast as WebCrypto in Node.js. */
export const nodeHashing: Hashing = {
  sha256: async messages => messages.map(message => hash("sha256", message, "buffer")),
  hmac: async (key, messages) => {
    const secret = createSecretKey(key)
    return messages.map(message => createHmac("sha256", secret).update(message).digest())
  },
}
