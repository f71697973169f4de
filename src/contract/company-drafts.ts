import { parseHex } from "../core/color"
import { draftWith, rulesOf } from "../core/fields"
import { updateBody } from "../core/http/calls"
import { isRecord } from "../core/is-record"
import { isSameJson } from "../core/json"
import { checkChange, type Message, type Rules, storedAs } from "../core/rules"
import { cleanLine } from "../core/text/clean-text"
import { blankFields, type Company, type CompanyFields, companyOf, formFields, knownOf, manyOrOne } from "./companies"
import { type ModuleFlag, type ModuleFlags, moduleDefaults } from "./permissions/module-flags"
import { entriesOf } from "./record"

/** What the console writes of companies and subsidiaries: drafts, rules and bodies (docs/contract.md#company-record). */

/** A subsidiary in the form of its parent company; `id` is "" for a new one. */
export type SubsidiaryFields = CompanyFields & { id: string }

/** A company with its modules and its subsidiaries. `modules` is null where they could not be read. */
export type CompanyDraft = CompanyFields & { modules: ModuleFlags | null; subTenants: SubsidiaryFields[] }

export const blankDraft: CompanyDraft = { ...blankFields, modules: moduleDefaults, subTenants: [] }

const hexColor = <D extends object>(draft: D, field: keyof D): Message | undefined => {
  const text = draft[field]
  return typeof text === "string" && text && !parseHex(text) ? "tenant.colorInvalid" : undefined
}

export const fieldRules = rulesOf(formFields, { primaryColor: hexColor, secondaryColor: hexColor })

/** Checks a subsidiary in the form of its company, where the names of siblings differ. @param stored the stored subsidiaries */
export const checkSubsidiary = (
  subsidiary: SubsidiaryFields,
  siblings: readonly SubsidiaryFields[],
  stored: readonly SubsidiaryFields[] = [],
) => {
  const name = cleanLine(subsidiary.name)
  const countIn = (list: readonly SubsidiaryFields[]) => list.filter(other => cleanLine(other.name) === name).length
  const isTwice = name && countIn(siblings) > Math.max(1, countIn(stored))
  const { errors, notes } = checkChange(fieldRules, subsidiary, storedAs(subsidiary, stored))
  return { errors: { ...(isTwice && { name: "tenant.subsidiaryTwice" as Message }), ...errors }, notes }
}

/** The rules of a company; {@link checkSubsidiary} has those of its subsidiaries. */
export const draftRules = fieldRules as Rules<CompanyDraft>

/** Returns the fields of a company or subsidiary. */
export const fieldsOf: (company: CompanyFields) => CompanyFields = draftWith(formFields)

/** Returns the draft that edits a company with its modules and subsidiaries. */
export const draftOf = (company: Company & { modules?: ModuleFlags | null }): CompanyDraft => ({
  ...fieldsOf(company),
  modules: company.modules ?? null,
  subTenants: company.subTenants.map(subsidiary => ({ ...fieldsOf(subsidiary), id: subsidiary.id })),
})

/** Returns fields as members of the wire; the visual identity repeats name, logo and colours. */
const fieldsBody = ({ status, linkedIn, twitter, facebook, instagram, ...fields }: CompanyFields) => {
  const { name, logo } = fields
  const primaryColor = parseHex(fields.primaryColor) ?? fields.primaryColor
  const secondaryColor = parseHex(fields.secondaryColor) ?? fields.secondaryColor
  return {
    ...fields,
    activeStatus: status,
    emails: manyOrOne(fields.emails, ""),
    contactPersons: manyOrOne(fields.contactPersons, ""),
    primaryColor,
    secondaryColor,
    visualIdentity: { name, logo, primaryColor, secondaryColor },
    socialMedia: { linkedIn, twitter, facebook, instagram },
  }
}

/** Returns the body that creates a company or subsidiary. An industry or company size that is not given is left out. */
export const createBody = (draft: CompanyFields) => {
  const { industry, companySize, ...body } = fieldsBody(draft)
  return { ...body, ...(industry !== null && { industry }), ...(companySize !== null && { companySize }) }
}

/** Returns the body that creates a company with its subsidiaries. */
export const bodyOf = ({ subTenants, modules: _, ...fields }: CompanyDraft) => ({
  ...createBody(fields),
  subTenants: subTenants.map(({ id: _, ...subsidiary }) => createBody(subsidiary)),
})

const changes = updateBody(companyOf, fieldsOf, fieldsBody)

/**
 * Returns the body that changes the fields of a company or subsidiary (docs/contract.md#changes). An unknown industry or company
 * size is 0 in it.
 */
export const changedFields: typeof changes = (draft, received) => {
  const body = changes(draft, received)
  for (const name of ["industry", "companySize"] as const) if (name in body) body[name] = knownOf(name, body[name])
  return body
}

/**
 * Returns the subsidiaries that a change adds or edits; the others stay as they are (docs/contract.md#company-calls). A new one
 * with the name of a stored one is that one: an earlier save created it and its answer was lost.
 * @param received the company as it came
 */
export const changedSubsidiaries = ({ subTenants }: CompanyDraft, received: object | undefined): object[] => {
  const stored = entriesOf(isRecord(received) && received.subTenants, raw => ({ raw, record: companyOf(raw) }))
  const isKept = (id: string) => subTenants.some(subsidiary => subsidiary.id === id)
  return subTenants.flatMap(({ id, ...fields }): object[] => {
    const found = stored.find(({ record }) => (id ? record.id === id : !isKept(record.id) && record.name === fields.name.trim()))
    if (!found) return [{ ...createBody(fields), ...(id && { id }) }]
    if (isSameJson(fields, fieldsOf(found.record))) return []
    return [{ ...changedFields(fields, found.raw), id: found.record.id }]
  })
}

/** Returns the body that changes a company and its subsidiaries. @param received the company as it came */
export const changedCompany = (draft: CompanyDraft, received: object | undefined): object => {
  const { subTenants: _, modules: __, ...fields } = draft
  const changed = changedSubsidiaries(draft, received)
  return { ...changedFields(fields, received), ...(changed.length && { subTenants: changed }) }
}

/** Returns whether a draft differs from the company as it came, its modules apart. */
export const isChanged = (draft: CompanyDraft, received: object | undefined): boolean => {
  if (!received) return true
  const { subTenants: _, modules: __, ...fields } = draft
  return (
    changedSubsidiaries(draft, received).length > 0 || !isSameJson(fieldsBody(fields), fieldsBody(fieldsOf(companyOf(received))))
  )
}

/** Returns the flags that differ; undefined if there are none, or if they could not be read. */
export const changedFlags = (flags: ModuleFlags | null, before: ModuleFlags | null): Partial<ModuleFlags> | undefined => {
  if (!flags || !before) return undefined
  const changed = Object.entries(flags).filter(([flag, isOn]) => before[flag as ModuleFlag] !== isOn)
  return changed.length ? Object.fromEntries(changed) : undefined
}
