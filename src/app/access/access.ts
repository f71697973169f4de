import type { Module } from "../../contract/modules"
import { isModuleOn, type ModuleFlags, moduleDefaults } from "../../contract/permissions/module-flags"
import { isPermitted } from "../../contract/permissions/permissions"
import type { Role } from "../../state/session"
import { matchRoute, type Route } from "../routing/routes"

/** Access to modules by permissions and flags (docs/console.md#access-to-modules). The server enforces it; the console hides. */
export type Access = { role: Role; permissions: readonly string[]; flags?: ModuleFlags }

/** `off`: the module is switched off; `denied`: a permission is missing; `readOnly`: only the one to write; `pending`: the flags are not loaded yet. */
export type AccessResult = "open" | "off" | "denied" | "readOnly" | "pending"

const isModuleOff = (module: Module, { role, flags = moduleDefaults }: Pick<Access, "role" | "flags">) =>
  role === "TenantAdmin" && !isModuleOn(module, flags)

/** Kinds and screens that need the permission to write. */
const isWriting = /^(add|edit)$|\.bulkUpload$/

/** Returns the access of a person to a route that their role may see. */
export const checkAccess = (
  { module, kind, screen }: Pick<Route, "module" | "kind" | "screen">,
  access: Access,
): AccessResult => {
  // Who is restricted to some modules cannot give others access to all.
  if (screen === "app.connections" && access.permissions.length) return "denied"
  if (!module) return "open"
  if (isModuleOff(module, access)) return access.flags ? "off" : "pending"
  if (!isPermitted("read", module, access)) return "denied"
  const isAllowed = isPermitted("write", module, access) || !(isWriting.test(kind) || isWriting.test(screen))
  return isAllowed ? "open" : "readOnly"
}

/** Whether a person may open a route. */
export const isOpen = (route: Route, access: Access) =>
  route.access.includes(access.role) && checkAccess(route, access) === "open"

/** Whether a person may open a path, without its query. */
export const isPathOpen = (path: string, access: Access) => {
  const route = matchRoute(path)?.route
  return route !== undefined && isOpen(route, access)
}
