import { sessionStore } from "../core/storage"
import type { Role, User } from "../state/session"
import { guard } from "./guard"

const key = "destination"

const base = "http://console.invalid"

/**
 * A path of this origin in the spelling that the browser will give it (backslashes, control characters and dots are gone),
 * or nothing: what leads elsewhere, and what is longer than links are.
 */
export const parseLocalUrl = (to: string): URL | undefined => {
  if (!to.startsWith("/") || to.length > 2000 || !URL.canParse(to, base)) return undefined
  const url = new URL(to, base)
  return url.origin === base && !url.pathname.includes("//") ? url : undefined
}

export const mayVisit = (role: Role, path: string, built?: Parameters<typeof guard>[2]) =>
  guard({ role, awaiting: false, denied: false }, path, built) === undefined

type Destination = { path: string; email?: string }
const isDestination = (value: unknown): value is Destination => typeof (value as Destination | null)?.path === "string"

/**
 * Keeps the page that was asked for before the redirect to sign-in (decisions §3, After sign-in).
 * @param email whose session ended there; without one, whoever signs in may go on
 */
export const rememberDestination = (path: string, email?: string) => sessionStore.set(key, JSON.stringify({ path, email }))

/**
 * The remembered page, once, if the role may see it and it was not another person's. Only paths of the route table are
 * followed: no open redirect.
 */
export const takeDestination = ({ role, email }: Pick<User, "role" | "email">): string | undefined => {
  const wanted = sessionStore.getJson(key, isDestination)
  sessionStore.remove(key)
  if (wanted?.email !== undefined && wanted.email !== email) return undefined
  const address = parseLocalUrl(wanted?.path ?? "")
  return address && mayVisit(role, address.pathname) ? address.pathname + address.search + address.hash : undefined
}
