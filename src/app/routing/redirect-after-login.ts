import { sessionStore } from "../../core/storage"
import type { Role, User } from "../../state/session"
import { guard } from "./guard"

const key = "destination"

const base = "http://console.invalid"

/**
 * Parses a path of this origin, normalized as browsers do (backslashes, control characters, dots). Returns undefined for
 * texts that lead to another origin or have more than 2,000 characters.
 */
export const parseLocalUrl = (to: string): URL | undefined => {
  if (!to.startsWith("/") || to.length > 2000 || !URL.canParse(to, base)) return undefined
  const url = new URL(to, base)
  return url.origin === base && !url.pathname.includes("//") ? url : undefined
}

/** Whether the guard allows a signed-in role to see a path. */
export const mayVisit = (role: Role, path: string) => guard({ role, awaiting: false, denied: false }, path) === undefined

type Destination = { path: string; email?: string }
const isDestination = (value: unknown): value is Destination => typeof (value as Destination | null)?.path === "string"

/**
 * Stores the page that was requested before the redirect to sign-in (docs/console.md#arrival).
 * @param email the person whose session ended on it; without one, anybody continues there
 */
export const rememberDestination = (path: string, email?: string) => sessionStore.set(key, JSON.stringify({ path, email }))

/**
 * Removes the stored page and returns its path, unless it belongs to another person or the role may not see it. Only paths of
 * the route table are returned, which rules out open redirects.
 */
export const takeDestination = ({ role, email }: Pick<User, "role" | "email">): string | undefined => {
  const stored = sessionStore.getJson(key, isDestination)
  sessionStore.remove(key)
  if (stored?.email !== undefined && stored.email !== email) return undefined
  const address = parseLocalUrl(stored?.path ?? "")
  return address && mayVisit(role, address.pathname) ? address.pathname + address.search + address.hash : undefined
}
