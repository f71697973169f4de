import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"

/** Encryption of what the database keeps for a while and must not disclose by itself (AES-256-GCM, with a key from CODE_SECRET). */

const keyOf = (codeSecret: string) => createHmac("sha256", codeSecret).update("sealed values").digest()

export const seal = (codeSecret: string, value: unknown): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", keyOf(codeSecret), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")
}

/** @throws Error when the value was sealed with another secret, or changed */
export const unseal = <T>(codeSecret: string, sealed: string): T => {
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", keyOf(codeSecret), bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8"))
}

/** Undefined after a change of CODE_SECRET. */
export const unsealed = <T>(codeSecret: string, sealed: string): T | undefined => {
  try {
    return unseal<T>(codeSecret, sealed)
  } catch {
    return undefined
  }
}
