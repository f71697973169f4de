import type { Module } from "../../contract/modules"
import type { Key } from "../../core/text/i18n"
import type { IconName } from "../../ui/display/icons/icon"
import { type Access, isOpen } from "../access/access"
import { routes } from "../routing/routes"

/** An entry of the sidebar or of the header's menu (docs/console.md#menus). */
export type MenuEntry = { module: Module | undefined; href: string; title: Key; icon: IconName }

/** Returns the entries that the person may open. */
const entriesOf = (access: Access, inSidebar: boolean): MenuEntry[] =>
  routes.flatMap(route => {
    const { module, path, title, icon, isInSidebar = false } = route
    return icon && isInSidebar === inSidebar && isOpen(route, access) ? [{ module, href: path, title, icon }] : []
  })

export const sidebarMenu = (access: Access) => entriesOf(access, true)

/** Returns the header's menu: the modules without a sidebar entry, and pages. Below 1024 px it is the drawer's second group. */
export const moduleMenu = (access: Access) => entriesOf(access, false)
