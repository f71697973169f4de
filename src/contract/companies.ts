import { codes } from "../core/codes"
import { parseHex } from "../core/color"
import * as field from "../core/fields"
import { isRecord } from "../core/is-record"
import { email, type Message, maxLength, type Rule, validate } from "../core/rules"
import { entriesOf, recordReader, type StoredMembers, storedFields } from "./record"

/** Companies and their subsidiaries, tenants on the wire: record, codes, rules and onboarding (docs/contract.md#companies). */

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
type SocialMedia = Partial<Record<(typeof networks)[number], string>>

/** Largest number of e-mail addresses, and of contact persons, of a company. */
export const maxContacts = 20

const nameRule = maxLength<{ text: string }>(100)

/** A list of texts of limited length, to each of which a rule applies. */
const texts = (rule: Rule<{ text: string }>) =>
  field.special<string[]>([], (draft, name, stored = []): Message | undefined => {
    const list = draft[name] as string[]
    const kept = stored.flatMap(other => other[name] as string[])
    if (list.length > maxContacts) return { key: "rule.tooMany", params: { limit: maxContacts } }
    return list.map(text => (kept.includes(text) ? undefined : rule({ text }, "text"))).find(message => message !== undefined)
  })

const hostName = /^(?=.{1,253}$)[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)+$/u
const domain: field.Field<string> = {
  ...field.text(253),
  rules: [({ domain }) => (typeof domain === "string" && domain && !hostName.test(domain) ? "tenant.domainInvalid" : undefined)],
}

const profile = {
  name: field.text(100, "tenant.nameRequired"),
  description: field.text(2000),
  industry: field.optionalCode(industries),
  companySize: field.optionalCode(companySizes),
  location: field.text(100),
}
const contact = {
  emails: texts(email),
  contactPersons: texts(nameRule),
  phone: field.phoneNumber(),
  website: field.webAddress(),
  domain,
}
/** A colour is `#RRGGBB`, or "" for the default. */
const identity = { logo: field.picture(), primaryColor: field.text(7), secondaryColor: field.text(7) }

const link = field.webAddress()
const linkRules = field.rulesOf({ linkedIn: link, twitter: link, facebook: link, instagram: link })
const links: Rule<Record<string, unknown>> = ({ socialMedia }, _, stored = []) =>
  Object.values(validate(linkRules, socialMedia as never, stored.map(other => other.socialMedia) as never))[0]

/** The members of the wire that companies and subsidiaries share. */
export const fields = {
  ...profile,
  activeStatus: field.active(),
  ...contact,
  socialMedia: field.special<SocialMedia>({}, links),
  ...identity,
}

export type CompanyBase = field.DraftOf<typeof fields>
export const blank = field.blankOf(fields)
export const rules = field.rulesOf(fields)

/** The members in the console, in the order of the form: a status has the same name in all modules, each network is a field. */
export const formFields = {
  ...profile,
  status: fields.activeStatus,
  ...contact,
  linkedIn: link,
  twitter: link,
  facebook: link,
  instagram: link,
  ...identity,
}

export type CompanyFields = field.DraftOf<typeof formFields>
export const blankFields = field.blankOf(formFields)

/** Name, logo and colours of a company, shown on the console's frame (docs/contract.md#company-identity). */
type VisualIdentity = { name: string; logo: string | null; primaryColor: string | null; secondaryColor: string | null }

/** What the server adds. */
export const added = { parentId: field.orNull(field.id("tenant")) }

/** A company as the API returns it. `parentId` is the parent company of a subsidiary. */
export type CompanyItem = CompanyBase &
  Omit<StoredMembers, "tenantId"> & { parentId: string | null; visualIdentity: VisualIdentity }

/** A company in the list of names. */
export type CompanyName = Pick<CompanyItem, "id" | "name" | "parentId" | "activeStatus">

/** Returns the number of an industry, 0 for an unknown one (docs/contract-records.md#company). */
export const industryOf = (value: unknown) => Math.max(0, industries.value(industries.name(value)))

/** Returns the number of a company size, 0 for an unknown one. */
export const companySizeOf = (value: unknown) => Math.max(0, companySizes.value(companySizes.name(value)))

/** Returns `many`, or `one` as a list if `many` is missing, as older records have it; trimmed, without empty entries. */
export const manyOrOne = (many: readonly string[] | null | undefined, one: string | null | undefined): string[] =>
  (many ?? (one ? [one] : [])).map(text => text.trim()).filter(Boolean)

/** Returns a valid colour as `#RRGGBB`, otherwise `previous` (docs/contract.md#company-identity). */
export const colorOf = (value: string | null | undefined, previous: string): string =>
  value ? (parseHex(value) ?? previous) : previous

export const onboardingSteps = ["companyProfile", "branding", "userSetup", "moduleConfig"] as const
type OnboardingSteps = Record<(typeof onboardingSteps)[number], boolean>
export type Onboarding = { isCompleted: boolean; progress: number; steps: OnboardingSteps }

/** Returns how many of some steps are done, as a rounded percentage. */
export const progressOf = (steps: readonly boolean[]) => Math.round((steps.filter(Boolean).length / steps.length) * 100)

/** Returns the state of a company's onboarding. */
export const onboardingOf = (steps: OnboardingSteps): Onboarding => {
  const progress = progressOf(onboardingSteps.map(step => steps[step]))
  return { isCompleted: progress === 100, progress, steps }
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

/** A company as the console uses it. `subTenants` is empty in lists, and for a subsidiary. */
export type Company = CompanyFields &
  Omit<StoredMembers, "tenantId"> & { parentId: string | null; parentName: string; subTenants: Company[] }

const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : undefined
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)
const recordOf = (value: unknown) => (isRecord(value) ? value : {})

const readRecord = recordReader<Company>(formFields, {
  ...storedFields,
  ...added,
  parentName: field.name(),
  subTenants: field.special<Company[]>([]),
})

/** Returns an industry or a company size; an unknown one counts as 0, a missing one is null. */
export const knownOf = (name: "industry" | "companySize", value: unknown) =>
  value == null ? null : fields[name].codes?.name(value) !== undefined ? value : 0

/** Reads a company from the wire, also with the single contact members of older records (docs/contract.md#company-record). */
export const companyOf = (raw: object): Company => {
  const given = recordOf(raw)
  const [identity, social] = [recordOf(given.visualIdentity), recordOf(given.socialMedia)]
  const color = (name: "primaryColor" | "secondaryColor") => colorOf(textOf(given[name]) || textOf(identity[name]), "")
  return readRecord({
    ...given,
    ...Object.fromEntries(networks.map(name => [name, textOf(social[name]) ?? ""])),
    emails: manyOrOne(textsOf(given.emails), textOf(given.email)),
    contactPersons: manyOrOne(textsOf(given.contactPersons), textOf(given.contactPerson)),
    logo: given.logo ?? identity.logo,
    primaryColor: color("primaryColor"),
    secondaryColor: color("secondaryColor"),
    industry: knownOf("industry", given.industry),
    companySize: knownOf("companySize", given.companySize),
    status: given.activeStatus,
    subTenants: entriesOf(given.subTenants, companyOf),
  })
}
