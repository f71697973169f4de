import { defaultFlags, type Flag, type Flags } from "../state/flags"
import type { Role } from "../state/session"
import { type Module, modules, type Route } from "./routes"

/** What a person may do with a module, from permissions and flags (S6, decisions §4). Pure; the server is the one that enforces. */
export const permissionVerbs = ["read", "write", "run", "export"] as const
export type PermissionVerb = (typeof permissionVerbs)[number]

export type Access = { role: Role; permissions: readonly string[]; flags?: Flags }

/** Modules without a line here have no flag. */
const flagOf: Partial<Record<Module, Flag>> = {
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

/** The permission's module and verb; strings of another form, or of unknown words, don't count. */
export const readPermission = (permission: string): [Module, PermissionVerb] | undefined => {
  const [module, verb, ...rest] = permission.split(".")
  const isKnown = rest.length === 0 && modules.includes(module as Module) && permissionVerbs.includes(verb as PermissionVerb)
  return isKnown ? [module as Module, verb as PermissionVerb] : undefined
}

/** A module that no permission names is unrestricted; one that is named may be read. */
export const isPermitted = (verb: PermissionVerb, module: Module, { permissions }: Pick<Access, "permissions">): boolean => {
  const given = permissions.flatMap(permission => {
    const [named, what] = readPermission(permission) ?? []
    return named === module ? [what] : []
  })
  return given.length === 0 || verb === "read" || given.includes(verb)
}

/** `pending`: flags that would decide are not known yet. */
export type AccessResult = "open" | "off" | "denied" | "pending"

export const isModuleOff = (module: Module, { role, flags = defaultFlags }: Pick<Access, "role" | "flags">) => {
  const flag = flagOf[module]
  return role === "TenantAdmin" && flag !== undefined && !flags[flag]
}

/** Whether a row of the route table opens for somebody whose role may see it. */
export const checkAccess = ({ module, kind }: Pick<Route, "module" | "kind">, access: Access): AccessResult => {
  if (!module) return "open"
  if (isModuleOff(module, access)) return access.flags ? "off" : "pending"
  return isPermitted(kind === "add" || kind === "edit" ? "write" : "read", module, access) ? "open" : "denied"
}
