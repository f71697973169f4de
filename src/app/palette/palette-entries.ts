import type { Module } from "../../contract/modules"
import { search } from "../../core/text/fold"
import type { RecentRecord } from "../../state/recent-records"
import type { IconName } from "../../ui/display/icons/icon"
import { type Access, isOpen } from "../access/access"
import { matchScreen } from "../screens/match"
import type { Kind, Screen } from "../screens/row"
import { screens } from "../screens/table"
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

/** Returns the pages without a record that a person may open: those of the menus first, then the others. */
export const pageLinks = (access: Access, menu: readonly MenuEntry[]): Pick<MenuEntry, "href" | "title" | "icon">[] => {
  const others = screens.filter(
    ({ kind, path, title }) =>
      kind === "single" && !path.includes(":") && !menu.some(entry => entry.href === path || entry.title === title),
  )
  const iconOf = ({ module, title }: Screen) =>
    (module && menu.find(entry => entry.module === module)?.icon) ?? (title === "nav.profile" ? "user" : "link")
  return [
    ...menu,
    ...others
      .filter(screen => isOpen(screen, access))
      .map(screen => ({ href: screen.path, title: screen.title, icon: iconOf(screen) })),
  ]
}

/** Returns the path of a module's screen, if the person may open it. @param id of the record */
export const modulePath = (kind: Kind, module: Module, access: Access, id = ""): string | undefined =>
  screens
    .find(screen => screen.kind === kind && screen.module === module && isOpen(screen, access))
    ?.path.replace(/:\w+/, encodeURIComponent(id))

/** Returns the recent records whose pages the person may still open, with the name of the module of each. */
export const openRecords = (records: readonly RecentRecord[], access: Access): (RecentRecord & { module: Module })[] =>
  records.flatMap(record => {
    const screen = matchScreen(record.href)?.screen
    return screen?.module && screen.kind === "view" && isOpen(screen, access) ? [{ ...record, module: screen.module }] : []
  })

/** Returns the groups with the entries that match a text, exact spelling first; groups without a match are left out. */
export const matchingGroups = (groups: readonly Group[], text: string): Group[] =>
  groups
    .map(({ label, entries }) => ({ label, entries: search(entries, text, entry => entry.label) }))
    .filter(({ entries }) => entries.length > 0)
