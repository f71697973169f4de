import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto"

/** An authenticator in software (WebAuthn Level 3): ES256, attestation "none". Its answers can be spoiled in any way. */

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url")
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest()

type Cbor = number | string | Uint8Array | readonly Cbor[] | Map<number | string, Cbor>

const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])

/** Encodes what credentials consist of (RFC 8949). */
export const cbor = (value: Cbor): Buffer => {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flatMap(pair => pair.map(cbor))])
  return Buffer.concat([head(4, value.length), ...value.map(cbor)])
}

/** `flags`: user present 1, verified 4, eligible for and in a backup 8 and 16, has a new credential 64. */
export type Spoiled = {
  origin?: string
  rpId?: string
  type?: string
  flags?: number
  counter?: number
  challenge?: string
  clientData?: string
  userHandle?: string | null
  algorithm?: number
  attestation?: { fmt: string; attStmt: Map<string, Cbor> }
  signature?: (signature: Buffer) => Buffer
  crossOrigin?: boolean
  /** The key that signs in place of its own. */
  key?: KeyObject
}

export type Options = { challenge?: unknown; user?: unknown }

export class Authenticator {
  readonly id = randomBytes(32)
  readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" })
  counter = 0
  userHandle = ""
  readonly origin: string
  constructor(origin: string) {
    this.origin = origin
  }

  #clientData(type: string, options: Options, spoiled: Spoiled) {
    const { challenge = String(options.challenge), origin = this.origin, crossOrigin = false } = spoiled
    return spoiled.clientData ?? JSON.stringify({ type: spoiled.type ?? type, challenge, origin, crossOrigin })
  }

  #data(flags: number, spoiled: Spoiled, more: Uint8Array = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(spoiled.counter ?? this.counter)
    const rpId = spoiled.rpId ?? new URL(this.origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([spoiled.flags ?? flags]), counter, more])
  }

  #credential(response: object) {
    return { id: base64url(this.id), rawId: base64url(this.id), type: "public-key", clientExtensionResults: {}, response }
  }

  /** Makes the passkey. */
  create(options: Options, spoiled: Spoiled = {}) {
    this.userHandle = String(Object(options.user).id)
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" })
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, spoiled.algorithm ?? -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ])
    const length = Buffer.from([0, this.id.length])
    const data = this.#data(64 + 8 + 4 + 1, spoiled, Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]))
    const { fmt, attStmt } = spoiled.attestation ?? { fmt: "none", attStmt: new Map() }
    const attestation = new Map<string, Cbor>([
      ["fmt", fmt],
      ["attStmt", attStmt],
      ["authData", data],
    ])
    return this.#credential({
      clientDataJSON: base64url(this.#clientData("webauthn.create", options, spoiled)),
      attestationObject: base64url(cbor(attestation)),
      transports: ["internal", "hybrid"],
    })
  }

  /** Signs in. */
  get(options: Options, spoiled: Spoiled = {}) {
    this.counter++
    const clientData = this.#clientData("webauthn.get", options, spoiled)
    const data = this.#data(8 + 4 + 1, spoiled)
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(spoiled.key ?? this.keys.privateKey)
    const { userHandle = this.userHandle } = spoiled
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(spoiled.signature?.(signature) ?? signature),
      ...(userHandle !== null && { userHandle }),
    })
  }
}
