import type { Module } from "../contract/permissions"
import type { Key } from "../core/i18n"
import type { Role } from "../state/session"

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

const publicRoute = (path: string, title: Key, screen = path.slice(1).replace(/\/:.*/, "").replaceAll("/", "-")): Route => ({
  path,
  access: "public",
  screen: `public.${screen}`,
  title,
  kind: "single",
  base: path,
})

const singleRoute = (path: string, access: readonly Role[], screen: Screen, title: Key, module?: Module, base = path): Route => ({
  path,
  access,
  screen,
  title,
  kind: "single",
  base,
  ...(module && { module }),
})

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
  publicRoute("/go/draw/:id", "app.name"),
  publicRoute("/access-denied", "auth.deniedTitle"),

  singleRoute("/admin/dashboard", admin, "campaigns.dashboard", "nav.dashboard", "campaigns", "/admin/campaigns"),
  singleRoute("/admin/profile", admin, "app.profile", "nav.profile"),
  ...crud("/admin/company-management", admin, "companies"),
  ...crud("/admin/announcement-management", admin, "announcements"),
  ...crud("/admin/partner-management", admin, "partners"),
  ...crud("/admin/campaigns", admin, "campaigns"),
  ...crud("/admin/draws", admin, "draws"),
  singleRoute(
    "/admin/survey-management/recommendation/:id",
    admin,
    "surveys.recommendation",
    "nav.surveys",
    "surveys",
    "/admin/survey-management",
  ),
  ...crud("/admin/survey-management", admin, "surveys"),
  ...crud("/admin/payment-management", admin, "payments"),
  ...crud("/admin/gift-management", admin, "gifts"),
  ...crud("/admin/feedback-management", admin, "feedback", ["list", "add", "view"]),
  singleRoute("/admin/reports", admin, "reports.list", "nav.reports", "reports"),

  singleRoute("/user/dashboard", company, "campaigns.dashboard", "nav.dashboard", "campaigns", "/user/campaigns"),
  singleRoute("/user/profile", company, "app.profile", "nav.profile"),
  ...crud("/user/campaigns", company, "campaigns"),
  ...crud("/user/draws", company, "draws"),
  ...crud("/user/company-subsidiary", company, "subsidiaries"),
  ...crud("/user/announcement-management", company, "announcements"),
  singleRoute(
    "/user/survey-management/recommendation/:id",
    company,
    "surveys.recommendation",
    "nav.surveys",
    "surveys",
    "/user/survey-management",
  ),
  ...crud("/user/survey-management", company, "surveys"),
  ...crud("/user/partner-management", company, "partners"),
  singleRoute(
    "/user/payment-management/add-transfer",
    company,
    "payments.addTransfer",
    "nav.payments",
    "payments",
    "/user/payment-management",
  ),
  ...crud("/user/payment-management", company, "payments"),
  ...crud("/user/gift-management", company, "gifts"),
  singleRoute("/user/reports", company, "reports.list", "nav.reports", "reports"),
  singleRoute("/user/users", both, "users.list", "nav.users", "users"),
  singleRoute("/user/employees/bulk-upload", company, "employees.bulkUpload", "nav.employees", "employees", "/user/employees"),
  ...crud("/user/employees", company, "employees", ["list", "add", "edit"]),
  ...crud("/user/feedback-management", company, "feedback", ["list", "add", "view"]),
  singleRoute("/user/:userId", both, "employees.view", "nav.employees", "employees", "/user/employees"),
]

export type Match = { route: Route; params: Record<string, string> }

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
    if (pattern.length !== segments.length) continue
    const params: Record<string, string> = {}
    const matches = pattern.every((part, index) => {
      const segment = segments[index] ?? ""
      if (!part.startsWith(":")) return part === segment
      params[part.slice(1)] = decode(segment)
      return true
    })
    if (matches) return { route, params }
  }
  return undefined
}

/** Modules and screens that do not exist yet. Their routes have no menu entry and lead to the role's landing page. */
const planned: readonly (Module | Screen)[] = [
  "public.go-draw",
  "draws",
  "surveys",
  "companies",
  "subsidiaries",
  "employees.bulkUpload",
  "feedback",
  "reports",
]

/** Whether the screen of a route exists. */
export const hasScreen = ({ module, screen }: Pick<Route, "module" | "screen">): boolean =>
  !planned.includes(screen) && !(module && planned.includes(module))

/** Whether the table has a create or edit route of the same module and list. */
export const hasSibling = ({ base, module }: Pick<Route, "base" | "module">, kind: "add" | "edit"): boolean =>
  routes.some(route => route.kind === kind && route.base === base && route.module === module)

/** Path to which each role is led after signing in (docs/console.md#roles-and-landing). */
export const landingPaths: Record<Role, string> = {
  Administrator: "/admin/dashboard",
  TenantAdmin: "/user/dashboard",
  User: "/access-denied",
}
