import { type Code, codes } from "../core/codes"
import { parseHex } from "../core/color"
import { isRecord } from "../core/is-record"
import { email, type Message, maxLength, phone, type Rule, type Rules, required, url, validate } from "../core/rules"
import { type StoredMembers, storedDefaults, withDefaults } from "./record"

/** Companies and their subsidiaries, tenants on the wire: record, codes, rules and onboarding (docs/contract.md#companies). */

/** Values of `activeStatus`. */
export const statuses = codes("inactive", "active")

export const industries = codes(
  "other",
  "technology",
  "finance",
  "retail",
  "health",
  "education",
  "manufacturing",
  "logistics",
  "tourism",
  "food",
  "energy",
  "construction",
  "media",
  "government",
)

/** Values of `companySize`, by number of employees; the last has no upper bound. */
export const companySizes = codes("upTo10", "upTo50", "upTo200", "upTo500", "upTo1000", "above1000")

/** Members of `socialMedia`. */
export const networks = ["linkedIn", "twitter", "facebook", "instagram"] as const
export type SocialMedia = Partial<Record<(typeof networks)[number], string>>

/** Members that companies and subsidiaries share. */
export type CompanyBase = {
  name: string
  emails: string[]
  contactPersons: string[]
  phone: string
  domain: string
  activeStatus: Code
  location: string
  logo: string
  website: string
  description: string
  industry: Code
  companySize: Code
  /** `#RRGGBB`, or "" for the default. */
  primaryColor: string
  secondaryColor: string
  socialMedia: SocialMedia
}

/** Name, logo and colours of a company, shown on the console's frame (docs/contract.md#company-identity). */
export type VisualIdentity = { name: string; logo: string | null; primaryColor: string | null; secondaryColor: string | null }

/** A company as the API returns it. `parentId` is the parent company of a subsidiary. */
export type CompanyItem = CompanyBase &
  Omit<StoredMembers, "tenantId"> & { parentId: string | null; visualIdentity: VisualIdentity }

/** A company in the list of names. */
export type CompanyName = Pick<CompanyItem, "id" | "name" | "parentId" | "activeStatus">

export const blank: CompanyBase = {
  name: "",
  emails: [],
  contactPersons: [],
  phone: "",
  domain: "",
  activeStatus: 1,
  location: "",
  logo: "",
  website: "",
  description: "",
  industry: 0,
  companySize: 0,
  primaryColor: "",
  secondaryColor: "",
  socialMedia: {},
}

/** Largest number of e-mail addresses, and of contact persons, of a company. */
export const maxContacts = 20

/** Returns the number of an industry, 0 for an unknown one (docs/contract-records.md#company). */
export const industryOf = (value: unknown) => Math.max(0, industries.value(industries.name(value)))

/** Returns the number of a company size, 0 for an unknown one. */
export const companySizeOf = (value: unknown) => Math.max(0, companySizes.value(companySizes.name(value)))

/** Returns `many`, or `one` as a list if `many` is missing, as older records have it; trimmed, without empty entries. */
export const listOf = (many: readonly string[] | null | undefined, one: string | null | undefined): string[] =>
  (many ?? (one ? [one] : [])).map(text => text.trim()).filter(Boolean)

/** Returns a valid colour as `#RRGGBB`, otherwise `previous` (docs/contract.md#company-identity). */
export const colorOf = (value: string | null | undefined, previous: string): string =>
  value ? (parseHex(value) ?? previous) : previous

export const onboardingSteps = ["companyProfile", "branding", "userSetup", "moduleConfig"] as const
export type OnboardingSteps = Record<(typeof onboardingSteps)[number], boolean>
export type Onboarding = { isCompleted: boolean; progress: number; steps: OnboardingSteps }

/** Returns the state of a company's onboarding. `progress` is a rounded percentage. */
export const onboardingOf = (steps: OnboardingSteps): Onboarding => {
  const finished = onboardingSteps.filter(step => steps[step]).length
  return {
    isCompleted: finished === onboardingSteps.length,
    progress: Math.round((finished / onboardingSteps.length) * 100),
    steps,
  }
}

/** Returns whether the step `companyProfile` is complete. */
export const hasProfile = ({ emails, phone, location, description }: CompanyBase) =>
  emails.length > 0 && Boolean(phone && location && description)

/** Returns whether the step `branding` is complete. */
export const hasBranding = ({ logo, primaryColor }: CompanyBase) => Boolean(logo && primaryColor)

/** A number of records, and how many of them run now; of employees, how many are active. */
export type RecordFigures = { total: number; active: number }

/** Figures of one company, without its subsidiaries (docs/contract.md#company-figures). */
export type CompanyStats = { [K in "campaigns" | "draws" | "surveys" | "employees"]?: RecordFigures | undefined } & {
  activePeople: number
}

const emailRule = email<{ text: string }>("auth.emailInvalid")
const nameRule = maxLength<{ text: string }>(100)

/** Applies a rule to every entry of a list, and limits the length of the list. */
const each =
  <F extends "emails" | "contactPersons">(field: F, rule: Rule<{ text: string }>) =>
  (draft: Record<F, string[]>): Message | undefined => {
    if (draft[field].length > maxContacts) return { key: "rule.tooMany", params: { limit: maxContacts } }
    return draft[field].map(text => rule({ text }, "text")).find(message => message !== undefined)
  }

const hostName = /^(?=.{1,253}$)[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)+$/u
const domain = ({ domain }: { domain: string }): Message | undefined =>
  domain && !hostName.test(domain) ? "tenant.domainInvalid" : undefined

const networkUrl = /* @__PURE__ */ url<SocialMedia>("rule.url")
const socialMedia: Rule<CompanyBase> = ({ socialMedia }): Message | undefined =>
  Object.values(
    validate({ linkedIn: networkUrl, twitter: networkUrl, facebook: networkUrl, instagram: networkUrl }, socialMedia),
  )[0] ??
  (Object.values(socialMedia).some(text => (text ?? "").length > 2000)
    ? { key: "rule.maxLength", params: { limit: 2000 } }
    : undefined)

/** Rules of the members that have the same name on the wire and in the console. */
export const sharedRules = <D extends Omit<CompanyBase, "activeStatus" | "socialMedia">>(): Rules<D> => ({
  name: [required<D>("tenant.nameRequired"), maxLength<D>(100)],
  emails: each("emails", emailRule),
  contactPersons: each("contactPersons", nameRule),
  phone: phone("rule.phone"),
  domain,
  location: maxLength<D>(100),
  website: [url("rule.url"), maxLength<D>(2000)],
  description: maxLength<D>(2000),
})

export const rules = /* @__PURE__ */ Object.assign<Rules<CompanyBase>, Rules<CompanyBase>>(/* @__PURE__ */ sharedRules(), {
  socialMedia,
})

/** Members in the console, where a status has the same name in all modules and each network is a field of its own. */
export type CompanyFields = Omit<CompanyBase, "activeStatus" | "socialMedia"> &
  Record<(typeof networks)[number], string> & { status: Code }

/** A company as the console uses it. `subTenants` is empty in lists, and for a subsidiary. */
export type Company = CompanyFields &
  Omit<StoredMembers, "tenantId"> & { parentId: string | null; parentName: string; subTenants: Company[] }

/** Empty fields. The order of the members is that of the form, and of its error summary. */
export const blankFields: CompanyFields = {
  name: "",
  description: "",
  industry: 0,
  companySize: 0,
  location: "",
  status: 1,
  emails: [],
  contactPersons: [],
  phone: "",
  website: "",
  domain: "",
  linkedIn: "",
  twitter: "",
  facebook: "",
  instagram: "",
  logo: "",
  primaryColor: "",
  secondaryColor: "",
}

const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : undefined
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
const recordOf = (value: unknown) => (isRecord(value) ? value : {})

const readRecord = withDefaults<Company>(
  { ...blankFields, ...storedDefaults, parentId: null, parentName: "", subTenants: [] },
  { status: statuses, industry: industries, companySize: companySizes },
)

/** Reads a company from the wire, also with the single contact members of older records (docs/contract.md#company-record). */
export const companyOf = (raw: object): Company => {
  const given = recordOf(raw)
  const [identity, social] = [recordOf(given.visualIdentity), recordOf(given.socialMedia)]
  const color = (name: "primaryColor" | "secondaryColor") => colorOf(textOf(given[name]) || textOf(identity[name]), "")
  return readRecord({
    ...given,
    ...Object.fromEntries(networks.map(name => [name, textOf(social[name]) ?? ""])),
    emails: listOf(textsOf(given.emails), textOf(given.email)),
    contactPersons: listOf(textsOf(given.contactPersons), textOf(given.contactPerson)),
    logo: given.logo ?? identity.logo,
    primaryColor: color("primaryColor"),
    secondaryColor: color("secondaryColor"),
    status: given.activeStatus,
    subTenants: Array.isArray(given.subTenants) ? given.subTenants.filter(isRecord).map(companyOf) : [],
  })
}
