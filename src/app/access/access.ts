import type { Module } from "../../contract/modules"
import { isModuleOn, type ModuleFlags, moduleDefaults } from "../../contract/permissions/module-flags"
import { isPermitted } from "../../contract/permissions/permissions"
import type { Role } from "../../state/session"
import { matchScreen } from "../screens/match"
import type { Screen } from "../screens/row"

/** Access to modules by permissions and flags (docs/console.md#access-to-modules). The server enforces it; the console hides. */
export type Access = { role: Role; permissions: readonly string[]; flags?: ModuleFlags }

/** `off`: the module is switched off; `denied`: a permission is missing; `readOnly`: only the one to write; `pending`: the flags are not loaded yet. */
export type AccessResult = "open" | "off" | "denied" | "readOnly" | "pending"

const isModuleOff = (module: Module, { role, flags = moduleDefaults }: Pick<Access, "role" | "flags">) =>
  role === "TenantAdmin" && !isModuleOn(module, flags)

/** Returns the access of a person to a screen that their role may see. */
export const checkAccess = ({ module, needs }: Pick<Screen, "module" | "needs">, access: Access): AccessResult => {
  // Who is restricted to some modules cannot give others access to all.
  if (needs === "unrestricted" && access.permissions.length) return "denied"
  if (!module) return "open"
  if (isModuleOff(module, access)) return access.flags ? "off" : "pending"
  if (!isPermitted("read", module, access)) return "denied"
  return needs !== "write" || isPermitted("write", module, access) ? "open" : "readOnly"
}

/** Whether a person may open a screen. */
export const isOpen = (screen: Screen, access: Access) =>
  screen.access.includes(access.role) && checkAccess(screen, access) === "open"

/** Whether a person may open a path, without its query. */
export const isPathOpen = (path: string, access: Access) => {
  const screen = matchScreen(path)?.screen
  return screen !== undefined && isOpen(screen, access)
}
