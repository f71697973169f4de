import { createStorage } from "../core/storage"
import type { Role } from "../state/session"
import { guard } from "./guard"

const visit = createStorage(() => sessionStorage)
const key = "destination"

/** Keeps the page that was asked for before the redirect to sign-in (decisions §3, After sign-in). */
export const rememberDestination = (path: string) => visit.set(key, path)

/**
 * The remembered page, once, if the role may see it. Only paths of the route table are followed: no open redirect.
 */
export const takeDestination = (role: Role): string | undefined => {
  const wanted = visit.get(key)
  visit.remove(key)
  if (!wanted?.startsWith("/") || wanted.startsWith("//")) return undefined
  const path = wanted.split(/[?#]/)[0] ?? ""
  return guard({ role, awaiting: false, denied: false }, path) === undefined ? wanted : undefined
}
