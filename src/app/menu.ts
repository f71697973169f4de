import type { Key } from "../core/i18n"
import type { Role } from "../state/session"
import { type Access, checkAccess } from "./access"
import { hasScreen } from "./has-screen"
import { type Module, type Route, routes } from "./routes"

/** The sidebar's and the header's menus, derived from the route table (S2, decisions §4). */
export type MenuEntry = { module: Module; href: string; title: Key; icon: string }

const sidebar: Record<Role, readonly Module[]> = {
  Administrator: ["campaigns", "draws", "announcements", "surveys", "partners", "companies"],
  TenantAdmin: ["campaigns", "draws", "announcements", "surveys", "partners", "subsidiaries", "employees"],
  User: [],
}

const others: readonly Module[] = ["payments", "gifts", "feedback", "reports", "users"]

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

/** A module that is not built, that the company has switched off, or that the person may not read, has no entry. */
const entries = (access: Access, names: readonly Module[], built: (route: Route) => boolean): MenuEntry[] =>
  names.flatMap(module => {
    const home = routes.find(route => route.module === module && route.path === route.base && route.access.includes(access.role))
    const opens = home && built(home) && checkAccess(home, access) === "open"
    return opens ? [{ module, href: home.path, title: home.title, icon: icons[module] }] : []
  })

export const sidebarMenu = (access: Access, built = hasScreen) => entries(access, sidebar[access.role], built)

/** Modules without a sidebar entry: the header's menu, and the drawer's second group under 1024 px. */
export const moduleMenu = (access: Access, built = hasScreen) => (access.role === "User" ? [] : entries(access, others, built))
