import { KeyedError } from "../../core/http/errors"
import type { Key, Translate } from "../../core/text/i18n"
import { parseUserAgent } from "../../core/text/user-agent"

/**
 * The browser's calls for passkeys. Options and credentials are JSON on the wire (WebAuthn Level 3), with bytes in base64url; browsers of
 * last year do not convert them.
 */

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), character => character.charCodeAt(0))
const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "")

type Listed = { id: string; type: "public-key"; transports?: AuthenticatorTransport[] }
const listOf = (list: readonly Listed[] = []) => list.map(one => ({ ...one, id: toBytes(one.id) }))

/** Options as the server answers them. */
export type CreationOptions = Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: Listed[]
}
export type RequestOptions = Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
  challenge: string
  allowCredentials?: Listed[]
}

const messages: Record<string, Key> = {
  NotAllowedError: "passkey.error.cancelled",
  AbortError: "passkey.error.cancelled",
  InvalidStateError: "passkey.error.exists",
  SecurityError: "passkey.error.address",
}

/** Whether the browser has passkeys: on a secure page alone. */
export const hasPasskeys = () => typeof globalThis.PublicKeyCredential === "function"

/** @throws KeyedError when the person cancels, or the browser cannot */
const ask = async (call: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
  if (!hasPasskeys()) throw new KeyedError("passkey.error.unsupported")
  const credential = await call().catch((error: unknown) => {
    throw new KeyedError(messages[Object(error).name] || "passkey.error.failed")
  })
  return credential as PublicKeyCredential
}

const jsonOf = ({ id, rawId, type }: PublicKeyCredential, response: object) => ({
  id,
  rawId: toText(rawId),
  type,
  clientExtensionResults: {},
  response,
})

/** Makes a passkey. @throws KeyedError */
export const makePasskey = async (options: CreationOptions) => {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: listOf(options.excludeCredentials),
  }
  const made = await ask(() => navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  return jsonOf(made, {
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports(),
  })
}

/** Asks for a passkey. @throws KeyedError */
export const askForPasskey = async (options: RequestOptions) => {
  const publicKey = { ...options, challenge: toBytes(options.challenge), allowCredentials: listOf(options.allowCredentials) }
  const used = await ask(() => navigator.credentials.get({ publicKey }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response as AuthenticatorAssertionResponse
  return jsonOf(used, {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    userHandle: userHandle && toText(userHandle),
  })
}

/** The name of a new passkey until its person gives it one: that of the browser and the system. */
export const passkeyName = (t: Translate): string => {
  const { browser, system } = parseUserAgent(navigator.userAgent)
  return [browser, system].filter(Boolean).join(", ") || t("passkey.one")
}
