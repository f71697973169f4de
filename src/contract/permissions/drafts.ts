import { type Module, modules, moduleTable } from "../modules"
import { type PermissionVerb, permissionVerbs, readPermission } from "./permissions"

/** Permissions of a person while they are edited (docs/contract.md#permission-drafts). */

/** The verbs that a list names, by module; none for an unrestricted module. */
export type PermissionsDraft = Record<Module, readonly PermissionVerb[]>

const draftWith = (verbsOf: (module: Module) => readonly PermissionVerb[]) =>
  Object.fromEntries(modules.map(module => [module, verbsOf(module)])) as PermissionsDraft

export const draftOf = (list: readonly string[]): PermissionsDraft =>
  draftWith(module => permissionVerbs.filter(verb => list.includes(`${module}.${verb}`)))

/** @param received the list that was edited: texts of it that are no known permissions are kept */
export const permissionsOf = (draft: PermissionsDraft, received: readonly string[]): string[] => [
  ...modules.flatMap(module => draft[module].map(verb => `${module}.${verb}`)),
  ...received.filter(text => !readPermission(text)),
]

export const presets = ["everything", "readOnly"] as const
export type Preset = (typeof presets)[number]

export const presetDraft = (preset: Preset): PermissionsDraft => draftWith(() => (preset === "readOnly" ? ["read"] : []))

export const allows = (draft: PermissionsDraft, module: Module, verb: PermissionVerb): boolean =>
  draft[module].length === 0 || verb === "read" || draft[module].includes(verb)

/** Returns the preset that a draft equals in effect. */
export const presetOf = (draft: PermissionsDraft): Preset | undefined =>
  presets.find(preset =>
    modules.every(module =>
      moduleTable[module].verbs.every(verb => allows(draft, module, verb) === allows(presetDraft(preset), module, verb)),
    ),
  )

/** Gives or takes a verb of a module. A module with every verb is unrestricted again. */
export const withVerb = (draft: PermissionsDraft, module: Module, verb: PermissionVerb, isGiven: boolean): PermissionsDraft => {
  const others = moduleTable[module].verbs.filter(other => other !== verb && allows(draft, module, other))
  const given = isGiven ? [...others, verb] : others
  const isEverything = given.length === moduleTable[module].verbs.length
  return { ...draft, [module]: isEverything ? [] : permissionVerbs.filter(name => name === "read" || given.includes(name)) }
}
