import { type Module, modules } from "../contract/permissions"
import type { Key } from "../core/i18n"
import type { Role } from "../state/session"
import { type Access, checkAccess } from "./access"
import { hasScreen, type Route, routes } from "./routes"

/** An entry of the sidebar or of the header's menu (docs/console.md#menus). */
export type MenuEntry = { module: Module; href: string; title: Key; icon: string }

const sidebar: Record<Role, readonly Module[]> = {
  Administrator: ["campaigns", "draws", "announcements", "surveys", "partners", "companies"],
  TenantAdmin: ["campaigns", "draws", "announcements", "surveys", "partners", "subsidiaries", "employees"],
  User: [],
}

const inSidebar: readonly Module[] = Object.values(sidebar).flat()

const icons: Record<Module, string> = {
  campaigns: "campaign",
  draws: "ticket",
  announcements: "megaphone",
  surveys: "clipboard",
  partners: "store",
  companies: "building",
  subsidiaries: "tree",
  employees: "users",
  payments: "wallet",
  gifts: "gift",
  feedback: "chat",
  reports: "chart",
  users: "users",
}

/** Returns the entries of the modules that exist, are switched on, and may be read by the person. */
const entries = (access: Access, names: readonly Module[], isAvailable: (route: Route) => boolean): MenuEntry[] =>
  names.flatMap(module => {
    const home = routes.find(route => route.module === module && route.path === route.base && route.access.includes(access.role))
    const opens = home && isAvailable(home) && checkAccess(home, access) === "open"
    return opens ? [{ module, href: home.path, title: home.title, icon: icons[module] }] : []
  })

export const sidebarMenu = (access: Access, isAvailable = hasScreen) => entries(access, sidebar[access.role], isAvailable)

/** Returns the header's menu: the modules without a sidebar entry. Below 1024 px it is the drawer's second group. */
export const moduleMenu = (access: Access, isAvailable = hasScreen) =>
  access.role === "User"
    ? []
    : entries(
        access,
        modules.filter(module => !inSidebar.includes(module)),
        isAvailable,
      )
