import { type Module, modules } from "../../contract/permissions"
import type { Key } from "../../core/text/i18n"
import type { Role } from "../../state/session"
import type { IconName } from "../../ui/display/icons/icon"
import { type Access, checkAccess } from "../access/access"
import { routes, type Screen } from "../routing/routes"

/** An entry of the sidebar or of the header's menu (docs/console.md#menus). `module`: absent for a page beside the modules. */
export type MenuEntry = { module?: Module; href: string; title: Key; icon: IconName }

const sidebar: Record<Role, readonly Module[]> = {
  Administrator: ["campaigns", "draws", "announcements", "surveys", "partners", "companies"],
  TenantAdmin: ["campaigns", "draws", "announcements", "surveys", "partners", "subsidiaries", "employees"],
  User: [],
}

const inSidebar: readonly Module[] = Object.values(sidebar).flat()

const icons: Record<Module, IconName> = {
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

/** The screens of the header's menu that are not a module's first one. */
const pages: readonly { screen: Screen; icon: IconName }[] = [
  { screen: "reports.calendar", icon: "calendar" },
  { screen: "app.audit", icon: "history" },
]

/** Returns the entries of the modules that are switched on and may be read by the person. */
const entries = (access: Access, names: readonly Module[]): MenuEntry[] =>
  names.flatMap(module => {
    const home = routes.find(route => route.module === module && route.path === route.base && route.access.includes(access.role))
    const opens = home && checkAccess(home, access) === "open"
    return opens ? [{ module, href: home.path, title: home.title, icon: icons[module] }] : []
  })

const pageEntries = (access: Access): MenuEntry[] =>
  pages.flatMap(({ screen, icon }) => {
    const route = routes.find(route => route.screen === screen && route.access.includes(access.role))
    const opens = route && checkAccess(route, access) === "open"
    return opens ? [{ href: route.path, title: route.title, icon }] : []
  })

export const sidebarMenu = (access: Access) => entries(access, sidebar[access.role])

const others = modules.filter(module => !inSidebar.includes(module))

/** Returns the header's menu: the modules without a sidebar entry, and pages. Below 1024 px it is the drawer's second group. */
export const moduleMenu = (access: Access): MenuEntry[] =>
  access.role === "User" ? [] : [...entries(access, others), ...pageEntries(access)]
