import type { Module } from "../../contract/modules"
import type { Key } from "../../core/text/i18n"
import type { IconName } from "../../ui/display/icons/icon"
import { type Access, isOpen } from "../access/access"
import type { Screen } from "../screens/row"
import { screens } from "../screens/table"

/** An entry of the sidebar or of the header's menu (docs/console.md#menus). */
export type MenuEntry = { module: Module | undefined; href: string; title: Key; icon: IconName }

/** Returns the entries of a menu that the person may open. */
const entriesOf = (access: Access, place: NonNullable<Screen["menu"]>["in"]): MenuEntry[] =>
  screens.flatMap(screen => {
    const { module, path, title, menu } = screen
    return menu?.in === place && isOpen(screen, access) ? [{ module, href: path, title, icon: menu.icon }] : []
  })

export const sidebarMenu = (access: Access) => entriesOf(access, "sidebar")

/** Returns the header's menu: the modules without a sidebar entry, and pages. Below 1024 px it is the drawer's second group. */
export const moduleMenu = (access: Access) => entriesOf(access, "header")
