import type { Role } from "../state/session"
import { hasScreen } from "./has-screen"
import { mayVisit, parseLocalUrl } from "./redirect-after-login"
import { landingPaths, matchRoute, type Route } from "./routes"

const heads: Partial<Record<Role, readonly [from: string, to: string]>> = {
  Administrator: ["/user/", "/admin/"],
  TenantAdmin: ["/admin/", "/user/"],
}

/** The same screen among the role's own, where there is one: `/admin/campaigns/42` is a company's `/user/campaigns/42`. */
const twin = (role: Role, path: string): string | undefined => {
  const head = heads[role]
  if (!head || !path.startsWith(head[0])) return undefined
  const other = head[1] + path.slice(head[0].length)
  return matchRoute(other)?.route.screen === matchRoute(path)?.route.screen ? other : undefined
}

/**
 * Where a deep link leads the role (decisions §3, /go): there, or to its twin; record, query and fragment stay.
 * What is unknown, foreign, another role's or a deep link itself goes home.
 */
export const deepLinkTarget = (role: Role, to: string, built: (route: Route) => boolean = hasScreen): string => {
  const address = parseLocalUrl(to)
  if (!address || matchRoute(address.pathname)?.route.path === "/go") return landingPaths[role]
  const paths = [address.pathname, twin(role, address.pathname)]
  const path = paths.find(path => path && mayVisit(role, path, built))
  return path ? path + address.search + address.hash : landingPaths[role]
}
