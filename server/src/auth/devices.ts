import { createHmac, randomBytes } from "node:crypto"
import type { Context } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import type { Env } from "../http/context"
import { prefix } from "../prefix"
import { isSameSecret } from "./secrets"

/**
 * Recognises the browser that asks for a code by a cookie (docs/contract.md#sign-in-codes). The cookie carries no
 * authority: a browser that has signed in to an address has a limit of its own there, and a code of its own.
 */
const name = "device"
/** How long a browser without a session, and one that has signed in, is recognised, s. Browsers keep no cookie longer than 400 days. */
const visitSeconds = 3_600
const knownSeconds = 400 * 86_400
/** Addresses of one browser; the oldest is removed. */
const maxAddresses = 8

export type Requester = {
  /** The browser's random id. */
  device: string
  /** Whether the call carried the id: a client without cookies is identified by its network alone. */
  isReturning: boolean
  /** Whether the browser has signed in to this e-mail address before. */
  isKnown: boolean
  network: string
}

const signatureOf = (secret: string, device: string, email: string) =>
  createHmac("sha256", secret).update(`device\n${device}\n${email}`).digest("base64url").slice(0, 22)

/** The id, and a signature for each e-mail address that the browser has signed in to, newest first. */
const parse = (cookie: string | undefined) => {
  if (!cookie || !/^[\w-]{22}(\.[\w-]{22})*$/.test(cookie)) return undefined
  const [device = "", ...signatures] = cookie.split(".")
  return { device, signatures: signatures.slice(0, maxAddresses) }
}

export const requesterOf = (c: Context<Env>, email: string): Requester => {
  const found = parse(getCookie(c, name))
  const device = found?.device ?? randomBytes(16).toString("base64url")
  const signatures = c.get("deps").config.codeSecrets.map(secret => signatureOf(secret, device, email))
  const isKnown = found?.signatures.some(given => signatures.some(signature => isSameSecret(given, signature))) ?? false
  return { device, isReturning: found !== undefined, isKnown, network: c.get("address") }
}

const store = (c: Context<Env>, value: string, maxAge: number) =>
  setCookie(c, name, value, {
    path: `${prefix}/Auth`,
    httpOnly: true,
    sameSite: "Strict",
    secure: c.get("deps").config.publicUrl?.startsWith("https:") ?? false,
    maxAge,
  })

/** Gives a new browser its id, so that the code that it asks for stays its own. */
export const rememberVisit = (c: Context<Env>, { device, isReturning }: Requester) => {
  if (!isReturning) store(c, device, visitSeconds)
}

/** After a sign-in: the browser is recognised for this e-mail address. */
export const rememberDevice = (c: Context<Env>, { device }: Requester, email: string) => {
  const signatures = c.get("deps").config.codeSecrets.map(secret => signatureOf(secret, device, email))
  const others = (parse(getCookie(c, name))?.signatures ?? []).filter(given => !signatures.includes(given))
  store(c, [device, signatures[0], ...others].slice(0, 1 + maxAddresses).join("."), knownSeconds)
}
