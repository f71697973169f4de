import { type Module, nameOfModule } from "../../contract/modules"
import type { Key } from "../../core/text/i18n"
import type { Role } from "../../state/session"
import type { IconName } from "../../ui/display/icons/icon"
import { both, type CrudKind, company, crudModules, type ModuleRow } from "../modules"

export type Kind = "single" | CrudKind
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
  /** Icon of its menu entry; absent: it has none. */
  icon?: IconName
  isInSidebar?: boolean
}

const publicRoute = (path: string, title: Key, screen = path.slice(1)): Route => ({
  path,
  access: "public",
  screen: `public.${screen}`,
  title,
  kind: "single",
  base: path,
})

/** A page beside the modules' lists and records. Its paths follow `/admin/` or `/user/`, unless they begin with a slash. */
type PageRow = {
  path: string
  /** Absent: both. */
  roles?: readonly Role[]
  /** Its first part is the module, or `app` for none. */
  screen: Screen
  /** Absent: `nav.<path>`. */
  title?: Key
  /** Path of the list under which it is; absent: its own. */
  base?: string
  /** Absent: it is in no menu. */
  icon?: IconName
  /** Absent: no record is shown. */
  kind?: "view"
}

const pages: readonly PageRow[] = [
  { path: "dashboard", screen: "campaigns.dashboard", base: "campaigns" },
  { path: "profile", screen: "app.profile" },
  {
    path: "survey-management/recommendation/:id",
    screen: "surveys.recommendation",
    title: "survey.many",
    base: "survey-management",
  },
  {
    path: "payment-management/add-transfer",
    roles: company,
    screen: "payments.addTransfer",
    title: "payment.takeOver",
    base: "payment-management",
  },
  { path: "employees/bulk-upload", roles: company, screen: "employees.bulkUpload", title: "bulk.title", base: "employees" },
  { path: "reports", screen: "reports.list", icon: "chart" },
  { path: "/user/users", screen: "users.list", title: "nav.users", icon: "users" },
  { path: "/user/:userId", screen: "employees.view", title: "employee.many", base: "/user/employees", kind: "view" },
  { path: "calendar", screen: "reports.calendar", icon: "calendar" },
  { path: "audit", screen: "app.audit", icon: "history" },
  { path: "connections", screen: "app.connections" },
]

const pageRoutes = ({ path, roles = both, screen, title = `nav.${path}` as Key, base = path, icon, kind }: PageRow): Route[] => {
  const module = screen.split(".")[0] as Module | "app"
  const more = { screen, title, kind: kind ?? ("single" as const), ...(module !== "app" && { module }), ...(icon && { icon }) }
  return path.startsWith("/")
    ? [{ path, access: roles, base, ...more }]
    : roles.map(role => ({ path: `${rootPathOf(role)}/${path}`, access: [role], base: `${rootPathOf(role)}/${base}`, ...more }))
}

const rootPathOf = (role: Role) => (role === "Administrator" ? "/admin" : "/user")

const crudRoutes = (
  module: Module,
  { path, roles = both, kinds = ["list", "add", "edit", "view"], icon, isInSidebar = false }: ModuleRow,
) =>
  roles.flatMap(role => {
    const base = `${rootPathOf(role)}/${path}`
    return kinds.map(
      (kind): Route => ({
        path: { list: base, add: `${base}/add`, edit: `${base}/edit/:id`, view: `${base}/:id` }[kind],
        access: [role],
        screen: `${module}.${kind}`,
        title: nameOfModule(module),
        kind,
        base,
        module,
        ...(kind === "list" && { icon, isInSidebar }),
      }),
    )
  })

/**
 * The routes: those of the modules, and pages (docs/console.md#routes). Guard, menus, breadcrumbs, titles and deep links are derived
 * from them. Menus have their order.
 */
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
  publicRoute("/go/draw/register/:id", "app.name", "go-draw"),
  publicRoute("/go/survey", "app.name", "go-survey"),
  publicRoute("/go/survey/:token", "app.name", "go-survey"),
  publicRoute("/access-denied", "auth.deniedTitle"),
  ...(Object.entries(crudModules) as [Module, ModuleRow][]).flatMap(([module, row]) => crudRoutes(module, row)),
  ...pages.flatMap(pageRoutes),
]

/** Fixed segments precede parameters. */
const byPrecedence = routes.toSorted((a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")))

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

/** Returns the route of a path without query. */
export const matchRoute = (path: string): Match | undefined => {
  const segments = segmentsOf(path)
  for (const route of byPrecedence) {
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
