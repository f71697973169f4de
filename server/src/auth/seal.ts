import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"

/** Encryption of what the database keeps for a while and must not disclose by itself (AES-256-GCM, with a key from CODE_SECRET). */

const keyOf = (codeSecret: string) => createHmac("sha256", codeSecret).update("sealed values").digest()

export const seal = (codeSecret: string, value: unknown): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", keyOf(codeSecret), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")
}

/** Undefined when the value was sealed with none of the secrets, or changed. */
export const unsealed = <T>(codeSecrets: readonly string[], sealed: string): T | undefined => {
  const bytes = Buffer.from(sealed, "base64url")
  for (const secret of codeSecrets)
    try {
      const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8"))
    } catch {}
  return undefined
}

/** @throws Error when the value was sealed with none of the secrets, or changed */
export const unseal = <T>(codeSecrets: readonly string[], sealed: string): T => {
  const value = unsealed<T>(codeSecrets, sealed)
  if (value === undefined) throw new Error("A stored value was sealed with another CODE_SECRET.")
  return value
}

/** What is to be stored instead of a value that was sealed with the secret before; undefined where it may stay, or cannot be read. */
export const sealedAgain = (codeSecrets: readonly string[], sealed: string): string | undefined => {
  const [codeSecret = "", ...others] = codeSecrets
  const value = unsealed([codeSecret], sealed) === undefined ? unsealed(others, sealed) : undefined
  return value === undefined ? undefined : seal(codeSecret, value)
}
