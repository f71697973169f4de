import type { Key } from "../core/i18n"
import type { Role } from "../state/session"

/** The one table of S2 and decisions §4: guards, menus, breadcrumbs, titles and deep links are derived from it. */
export const modules = [
  "campaigns",
  "draws",
  "announcements",
  "surveys",
  "partners",
  "companies",
  "subsidiaries",
  "employees",
  "payments",
  "gifts",
  "feedback",
  "reports",
  "users",
] as const
export type Module = (typeof modules)[number]

export type Kind = "single" | "list" | "add" | "edit" | "view"
export type Screen = `${string}.${string}`

export type Route = {
  path: string
  access: "public" | readonly Role[]
  /** Name of the screen in screens.ts; a name that is not there is not built yet. */
  screen: Screen
  title: Key
  kind: Kind
  /** Where the screen's list lives: the root of its links. */
  base: string
  module?: Module
}

const admin: readonly Role[] = ["Administrator"]
const company: readonly Role[] = ["TenantAdmin"]
const both: readonly Role[] = ["Administrator", "TenantAdmin"]

const open = (path: string, title: Key, screen = path.slice(1).replace(/\/:.*/, "").replaceAll("/", "-")): Route => ({
  path,
  access: "public",
  screen: `public.${screen}`,
  title,
  kind: "single",
  base: path,
})

const one = (path: string, access: readonly Role[], screen: Screen, title: Key, module?: Module, base = path): Route => ({
  path,
  access,
  screen,
  title,
  kind: "single",
  base,
  ...(module && { module }),
})

/** A module's four usual rows, or those of them that it has. */
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

export const routes: readonly Route[] = [
  open("/", "auth.title", "login"),
  open("/login", "auth.title"),
  open("/verify", "auth.verifyTitle"),
  open("/forgot-password", "auth.forgotTitle"),
  open("/reset-password", "auth.resetTitle"),
  open("/policy", "auth.policy"),
  open("/kvkk", "auth.kvkk"),
  open("/go", "app.name"),
  open("/go/draw/:id", "app.name"),
  open("/access-denied", "auth.deniedTitle"),

  one("/admin/dashboard", admin, "campaigns.dashboard", "nav.dashboard", "campaigns", "/admin/campaigns"),
  one("/admin/profile", admin, "app.profile", "nav.profile"),
  ...crud("/admin/company-management", admin, "companies"),
  ...crud("/admin/announcement-management", admin, "announcements"),
  ...crud("/admin/partner-management", admin, "partners"),
  ...crud("/admin/campaigns", admin, "campaigns"),
  ...crud("/admin/draws", admin, "draws"),
  one(
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
  one("/admin/reports", admin, "reports.list", "nav.reports", "reports"),

  one("/user/dashboard", company, "campaigns.dashboard", "nav.dashboard", "campaigns", "/user/campaigns"),
  one("/user/profile", company, "app.profile", "nav.profile"),
  ...crud("/user/campaigns", company, "campaigns"),
  ...crud("/user/draws", company, "draws"),
  ...crud("/user/company-subsidiary", company, "subsidiaries"),
  ...crud("/user/announcement-management", company, "announcements"),
  one(
    "/user/survey-management/recommendation/:id",
    company,
    "surveys.recommendation",
    "nav.surveys",
    "surveys",
    "/user/survey-management",
  ),
  ...crud("/user/survey-management", company, "surveys"),
  ...crud("/user/partner-management", company, "partners"),
  one(
    "/user/payment-management/add-transfer",
    company,
    "payments.addTransfer",
    "nav.payments",
    "payments",
    "/user/payment-management",
  ),
  ...crud("/user/payment-management", company, "payments"),
  ...crud("/user/gift-management", company, "gifts"),
  one("/user/reports", company, "reports.list", "nav.reports", "reports"),
  one("/user/users", both, "users.list", "nav.users", "users"),
  one("/user/employees/bulk-upload", company, "employees.bulkUpload", "nav.employees", "employees", "/user/employees"),
  ...crud("/user/employees", company, "employees", ["list", "add", "edit"]),
  ...crud("/user/feedback-management", company, "feedback", ["list", "add", "view"]),
  one("/user/:userId", both, "employees.view", "nav.employees", "employees", "/user/employees"),
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

/** Finds the row of a path (no query). A fixed segment always wins over a parameter, because the table stands in that order. */
export const matchRoute = (path: string): Match | undefined => {
  const segments = segmentsOf(path)
  for (const route of routes) {
    const pattern = segmentsOf(route.path)
    if (pattern.length !== segments.length) continue
    const params: Record<string, string> = {}
    const fits = pattern.every((part, at) => {
      const given = segments[at] ?? ""
      if (!part.startsWith(":")) return part === given
      params[part.slice(1)] = decode(given)
      return true
    })
    if (fits) return { route, params }
  }
  return undefined
}

/** Whether the table has a screen of this kind beside the given row. */
export const hasSibling = ({ base, module }: Pick<Route, "base" | "module">, kind: "add" | "edit"): boolean =>
  routes.some(route => route.kind === kind && route.base === base && route.module === module)

/** Where a role's own screens begin, and where it lands after signing in (S2). */
export const landingPaths: Record<Role, string> = {
  Administrator: "/admin/dashboard",
  TenantAdmin: "/user/dashboard",
  User: "/access-denied",
}
