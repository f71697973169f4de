import { type ModuleFlag, type ModuleFlags, moduleDefaults } from "../contract/module-flags"
import type { Role } from "../state/session"
import { type Module, modules, type Route } from "./routes"

/** Access to modules by permissions and flags (docs/console.md#access-to-modules). The server enforces it; the console hides. */
export const permissionVerbs = ["read", "write", "run", "export"] as const
export type PermissionVerb = (typeof permissionVerbs)[number]

export type Access = { role: Role; permissions: readonly string[]; flags?: ModuleFlags }

/** The flag of each module that has one. */
const flagOf: Partial<Record<Module, ModuleFlag>> = {
  employees: "userManagement",
  users: "userManagement",
  draws: "drawsManagement",
  campaigns: "campaignManagement",
  announcements: "announcements",
  surveys: "surveyManagement",
  subsidiaries: "subsidiaryManagement",
  partners: "partnerManagement",
  reports: "reports",
}

/** Parses a permission such as "campaigns.write"; undefined for other texts (docs/contract.md#permissions). */
export const readPermission = (permission: string): [Module, PermissionVerb] | undefined => {
  const [module, verb, ...rest] = permission.split(".")
  const isKnown = rest.length === 0 && modules.includes(module as Module) && permissionVerbs.includes(verb as PermissionVerb)
  return isKnown ? [module as Module, verb as PermissionVerb] : undefined
}

/** Whether the permissions allow a verb. A module that no permission names is unrestricted; one that is named may be read. */
export const isPermitted = (verb: PermissionVerb, module: Module, { permissions }: Pick<Access, "permissions">): boolean => {
  const allowed = permissions.flatMap(permission => {
    const [permittedModule, permittedVerb] = readPermission(permission) ?? []
    return permittedModule === module ? [permittedVerb] : []
  })
  return allowed.length === 0 || verb === "read" || allowed.includes(verb)
}

/** `off`: the module is switched off; `denied`: a permission is missing; `pending`: the flags are not loaded yet. */
export type AccessResult = "open" | "off" | "denied" | "pending"

const isModuleOff = (module: Module, { role, flags = moduleDefaults }: Pick<Access, "role" | "flags">) => {
  const flag = flagOf[module]
  return role === "TenantAdmin" && flag !== undefined && !flags[flag]
}

/** Returns the access of a person to a route that their role may see. */
export const checkAccess = ({ module, kind }: Pick<Route, "module" | "kind">, access: Access): AccessResult => {
  if (!module) return "open"
  if (isModuleOff(module, access)) return access.flags ? "off" : "pending"
  return isPermitted(kind === "add" || kind === "edit" ? "write" : "read", module, access) ? "open" : "denied"
}
