import type { Role } from "../../state/session"
import { landingPaths, matchScreen } from "../screens/match"
import { mayVisit, parseLocalUrl } from "./redirect-after-login"

/** Prefixes by which the paths of the other role are translated. */
const prefixes: Partial<Record<Role, readonly [from: string, to: string]>> = {
  Administrator: ["/user/", "/admin/"],
  TenantAdmin: ["/admin/", "/user/"],
}

/** Returns the role's path of the same screen: for a company, `/user/campaigns/42` instead of `/admin/campaigns/42`. */
const translate = (role: Role, path: string): string | undefined => {
  const prefix = prefixes[role]
  if (!prefix || !path.startsWith(prefix[0])) return undefined
  const other = prefix[1] + path.slice(prefix[0].length)
  return matchScreen(other)?.screen.component === matchScreen(path)?.screen.component ? other : undefined
}

/**
 * Returns the path to which a deep link leads (docs/console.md#deep-links): its own, the role's path of the same screen, or the
 * landing page. Query and fragment are kept.
 */
export const deepLinkTarget = (role: Role, to: string): string => {
  const address = parseLocalUrl(to)
  if (!address || matchScreen(address.pathname)?.screen.path === "/go") return landingPaths[role]
  const paths = [address.pathname, translate(role, address.pathname)]
  const path = paths.find(path => path && mayVisit(role, path))
  return path ? path + address.search + address.hash : landingPaths[role]
}
