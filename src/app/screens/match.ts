import type { Module } from "../../contract/modules"
import type { Role } from "../../state/session"
import type { IconName } from "../../ui/display/icons/icon"
import type { Screen } from "./row"
import { screens } from "./table"

/** Fixed segments precede parameters. */
const byPrecedence = screens.toSorted((a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")))

/** The screen of a path, the id that the path holds, and that of an entry of the record. */
export type Match = { screen: Screen; id: string | undefined; entry: string | undefined }

const segmentsOf = (path: string) => path.split("/").filter(Boolean)

const decode = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the screen of a path without query. */
export const matchScreen = (path: string): Match | undefined => {
  const segments = segmentsOf(path)
  for (const screen of byPrecedence) {
    const pattern = segmentsOf(screen.path)
    const isParameter = (part: string) => part.startsWith(":")
    if (pattern.length !== segments.length || !pattern.every((part, at) => isParameter(part) || part === segments[at])) continue
    const [id, entry] = segments.filter((_, at) => isParameter(pattern[at] ?? "")).map(decode)
    return { screen, id, entry }
  }
  return undefined
}

/** Whether the table has a create or edit screen of the same module and list. */
export const hasSibling = ({ base, module }: Pick<Screen, "base" | "module">, kind: "add" | "edit"): boolean =>
  screens.some(screen => screen.kind === kind && screen.base === base && screen.module === module)

/** The icon of a module, as in the menus. */
export const iconOfModule = (module: Module): IconName =>
  screens.find(screen => screen.module === module && screen.menu)?.menu?.icon ?? "link"

/** Path to which each role is led after signing in (docs/console.md#roles-and-landing). */
export const landingPaths: Record<Role, string> = {
  Administrator: "/admin/dashboard",
  TenantAdmin: "/user/dashboard",
  User: "/access-denied",
}
