import { type Module, modules, revocableVerbs } from "../modules"

/** Permissions of a company's administrator, `<module>.<verb>` (docs/contract.md#permissions). */

export const permissionVerbs = ["read", ...revocableVerbs] as const
export type PermissionVerb = (typeof permissionVerbs)[number]

/** Parses a permission such as "campaigns.write"; undefined for other texts. */
export const readPermission = (permission: string): [Module, PermissionVerb] | undefined => {
  const [module, verb, ...rest] = permission.split(".")
  const isKnown = rest.length === 0 && modules.includes(module as Module) && permissionVerbs.includes(verb as PermissionVerb)
  return isKnown ? [module as Module, verb as PermissionVerb] : undefined
}

/** Whether the permissions allow a verb. A module that no permission names is unrestricted; one that is named may be read. */
export const isPermitted = (
  verb: PermissionVerb,
  module: Module,
  { permissions }: { permissions: readonly string[] },
): boolean => {
  const allowed = permissions.flatMap(permission => {
    const [permittedModule, permittedVerb] = readPermission(permission) ?? []
    return permittedModule === module ? [permittedVerb] : []
  })
  return allowed.length === 0 || verb === "read" || allowed.includes(verb)
}
