import { createHmac, randomBytes } from "node:crypto"

/** Signatures of Standard Webhooks (docs/contract.md#webhook-signatures). */

const prefix = "whsec_"

export const newSecret = () => prefix + randomBytes(32).toString("base64")

/**
 * The headers by which a receiver checks a body.
 * @param secrets each of them signs. @param now of the try, epoch ms
 */
export const signatureHeaders = (secrets: readonly string[], id: string, now: number, body: string) => {
  const timestamp = String(Math.floor(now / 1000))
  const signatureBy = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64")
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(secret => `v1,${signatureBy(secret)}`).join(" "),
  }
}
