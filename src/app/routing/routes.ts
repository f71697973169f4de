import type { Module } from "../../contract/permissions"
import type { Key } from "../../core/text/i18n"
import type { Role } from "../../state/session"

export type Kind = "single" | "list" | "add" | "edit" | "view"
export type Screen = `${string}.${string}`

export type Route = {
  path: string
  access: "public" | readonly Role[]
  /** Name of the screen in screens.ts. */
  screen: Screen
  title: Key
  kind: Kind
  /** Path of the module's list, from which the module's links begin. */
  base: string
  module?: Module
}

const admin: readonly Role[] = ["Administrator"]
const company: readonly Role[] = ["TenantAdmin"]
const both: readonly Role[] = ["Administrator", "TenantAdmin"]

const publicRoute = (path: string, title: Key, screen = path.slice(1)): Route => ({
  path,
  access: "public",
  screen: `public.${screen}`,
  title,
  kind: "single",
  base: path,
})

/** Returns a route. The first part of its screen's name is its module, or `app` for none. */
const singleRoute = (path: string, access: readonly Role[], screen: Screen, base = path, title?: Key): Route => {
  const name = screen.split(".")[0] as Module | "app"
  const module = name === "app" ? undefined : name
  return { path, access, screen, title: title ?? (`nav.${module}` as Key), kind: "single", base, ...(module && { module }) }
}

/** Returns a module's routes, by default the usual four. */
const crud = (
  base: string,
  access: readonly Role[],
  module: Module,
  kinds: readonly Kind[] = ["list", "add", "edit", "view"],
): Route[] =>
  kinds.map(kind => ({
    path: { list: base, add: `${base}/add`, edit: `${base}/edit/:id`, view: `${base}/:id`, single: base }[kind],
    access,
    screen: `${module}.${kind}`,
    title: `nav.${module}`,
    kind,
    base,
    module,
  }))

/** The route table: guard, menus, breadcrumbs, titles and deep links are derived from it (docs/console.md#routes). */
export const routes: readonly Route[] = [
  publicRoute("/", "auth.title", "login"),
  publicRoute("/login", "auth.title"),
  publicRoute("/verify", "auth.verifyTitle"),
  publicRoute("/forgot-password", "auth.forgotTitle"),
  publicRoute("/reset-password", "auth.resetTitle"),
  publicRoute("/policy", "auth.policy"),
  publicRoute("/kvkk", "auth.kvkk"),
  publicRoute("/go", "app.name"),
  publicRoute("/go/draw", "app.name", "go-draw"),
  publicRoute("/go/draw/:id", "app.name", "go-draw"),
  publicRoute("/go/survey", "app.name", "go-survey"),
  publicRoute("/go/survey/:token", "app.name", "go-survey"),
  publicRoute("/access-denied", "auth.deniedTitle"),

  singleRoute("/admin/dashboard", admin, "campaigns.dashboard", "/admin/campaigns", "nav.dashboard"),
  singleRoute("/admin/profile", admin, "app.profile", "/admin/profile", "nav.profile"),
  ...crud("/admin/company-management", admin, "companies"),
  ...crud("/admin/announcement-management", admin, "announcements"),
  ...crud("/admin/partner-management", admin, "partners"),
  ...crud("/admin/campaigns", admin, "campaigns"),
  ...crud("/admin/draws", admin, "draws"),
  singleRoute("/admin/survey-management/recommendation/:id", admin, "surveys.recommendation", "/admin/survey-management"),
  ...crud("/admin/survey-management", admin, "surveys"),
  ...crud("/admin/payment-management", admin, "payments"),
  ...crud("/admin/gift-management", admin, "gifts"),
  ...crud("/admin/feedback-management", admin, "feedback", ["list", "add", "view"]),
  singleRoute("/admin/reports", admin, "reports.list"),
  singleRoute("/admin/calendar", admin, "reports.calendar", "/admin/calendar", "nav.calendar"),
  singleRoute("/admin/audit", admin, "app.audit", "/admin/audit", "nav.audit"),

  singleRoute("/user/dashboard", company, "campaigns.dashboard", "/user/campaigns", "nav.dashboard"),
  singleRoute("/user/profile", company, "app.profile", "/user/profile", "nav.profile"),
  ...crud("/user/campaigns", company, "campaigns"),
  ...crud("/user/draws", company, "draws"),
  ...crud("/user/company-subsidiary", company, "subsidiaries"),
  ...crud("/user/announcement-management", company, "announcements"),
  singleRoute("/user/survey-management/recommendation/:id", company, "surveys.recommendation", "/user/survey-management"),
  ...crud("/user/survey-management", company, "surveys"),
  ...crud("/user/partner-management", company, "partners"),
  singleRoute(
    "/user/payment-management/add-transfer",
    company,
    "payments.addTransfer",
    "/user/payment-management",
    "payment.takeOver",
  ),
  ...crud("/user/payment-management", company, "payments"),
  ...crud("/user/gift-management", company, "gifts"),
  singleRoute("/user/reports", company, "reports.list"),
  singleRoute("/user/calendar", company, "reports.calendar", "/user/calendar", "nav.calendar"),
  singleRoute("/user/audit", company, "app.audit", "/user/audit", "nav.audit"),
  singleRoute("/user/users", both, "users.list"),
  singleRoute("/user/employees/bulk-upload", company, "employees.bulkUpload", "/user/employees", "bulk.title"),
  ...crud("/user/employees", company, "employees", ["list", "add", "edit"]),
  ...crud("/user/feedback-management", company, "feedback", ["list", "add", "view"]),
  singleRoute("/user/:userId", both, "employees.view", "/user/employees"),
]

/** The route of a path, and the id that the path holds. */
export type Match = { route: Route; id: string | undefined }

const segmentsOf = (path: string) => path.split("/").filter(Boolean)

const decode = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the route of a path without query. Routes with fixed segments precede those with parameters in the table. */
export const matchRoute = (path: string): Match | undefined => {
  const segments = segmentsOf(path)
  for (const route of routes) {
    const pattern = segmentsOf(route.path)
    const at = pattern.findIndex(part => part.startsWith(":"))
    if (pattern.length !== segments.length || !pattern.every((part, index) => index === at || part === segments[index])) continue
    const id = segments[at]
    return { route, id: id && decode(id) }
  }
  return undefined
}

/** Whether the table has a create or edit route of the same module and list. */
export const hasSibling = ({ base, module }: Pick<Route, "base" | "module">, kind: "add" | "edit"): boolean =>
  routes.some(route => route.kind === kind && route.base === base && route.module === module)

/** Path to which each role is led after signing in (docs/console.md#roles-and-landing). */
export const landingPaths: Record<Role, string> = {
  Administrator: "/admin/dashboard",
  TenantAdmin: "/user/dashboard",
  User: "/access-denied",
}
