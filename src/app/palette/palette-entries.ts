import type { Module } from "../../contract/modules"
import { search } from "../../core/text/fold"
import type { RecentRecord } from "../../state/recent-records"
import type { IconName } from "../../ui/display/icons/icon"
import { type Access, isOpen } from "../access/access"
import { type Kind, matchRoute, type Route, routes } from "../routing/routes"
import type { MenuEntry } from "../shell/menu"

/**
 * An entry of the command palette: a link, or a command. `isPerson`: its label is the name of a person, which no translator changes;
 * `note`: text at its end, such as the status of a record.
 */
export type Entry = {
  label: string
  isPerson?: boolean | undefined
  icon: IconName
  note?: string
  href?: string
  run?: () => void
}
export type Group = { label: string; entries: Entry[] }

/** Returns the pages without a record that a person may open: those of the menus first, then the others of the route table. */
export const pageLinks = (access: Access, menu: readonly MenuEntry[]): Pick<MenuEntry, "href" | "title" | "icon">[] => {
  const others = routes.filter(
    ({ kind, path, title }) =>
      kind === "single" && !path.includes(":") && !menu.some(entry => entry.href === path || entry.title === title),
  )
  const iconOf = ({ module, screen }: Route) =>
    (module && menu.find(entry => entry.module === module)?.icon) ?? (screen === "app.profile" ? "user" : "link")
  return [
    ...menu,
    ...others
      .filter(route => isOpen(route, access))
      .map(route => ({ href: route.path, title: route.title, icon: iconOf(route) })),
  ]
}

/** Returns the path of a module's screen, if the person may open it. @param id of the record */
export const modulePath = (kind: Kind, module: Module, access: Access, id = ""): string | undefined =>
  routes
    .find(route => route.kind === kind && route.module === module && isOpen(route, access))
    ?.path.replace(/:\w+/, encodeURIComponent(id))

/** Returns the recent records whose pages the person may still open, with the name of the module of each. */
export const openRecords = (records: readonly RecentRecord[], access: Access): (RecentRecord & { module: Module })[] =>
  records.flatMap(record => {
    const route = matchRoute(record.href)?.route
    return route?.module && route.kind === "view" && isOpen(route, access) ? [{ ...record, module: route.module }] : []
  })

/** Returns the groups with the entries that match a text, exact spelling first; groups without a match are left out. */
export const matchingGroups = (groups: readonly Group[], text: string): Group[] =>
  groups
    .map(({ label, entries }) => ({ label, entries: search(entries, text, entry => entry.label) }))
    .filter(({ entries }) => entries.length > 0)
