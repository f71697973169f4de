import { codes } from "../core/codes"
import { hex } from "../core/color"
import { check, email, type Message, maxLength, phone, type Rule, type Rules, required, url } from "../core/rules"

/** The words of companies and their subsidiaries, S3's tenants, shared by console and API. */
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

/** By how many people work there; the last has no upper end. */
export const companySizes = codes("upTo10", "upTo50", "upTo200", "upTo500", "upTo1000", "above1000")

/** What companies may be sorted by (S5). */
export const sorts = ["name", "location", "createdDate", "industry", "companySize", "activeStatus"] as const

/** Where a company is found; the members' spelling is the wire's. */
export const networks = ["linkedIn", "twitter", "facebook", "instagram"] as const
export type SocialMedia = Partial<Record<(typeof networks)[number], string>>

/** What a company and a subsidiary have alike. */
export type CompanyBase = {
  name: string
  emails: string[]
  contactPersons: string[]
  phone: string
  domain: string
  activeStatus: number
  location: string
  logo: string
  website: string
  description: string
  industry: number
  companySize: number
  /** #RRGGBB, or "" for the default. */
  primaryColor: string
  secondaryColor: string
  socialMedia: SocialMedia
}

export type CompanyDraft = CompanyBase & { subTenants: (CompanyBase & { id?: string })[] }

export type CompanyRecord = CompanyBase & {
  id: string
  parentId?: string | null
  subTenants?: CompanyRecord[]
  createdDate?: string | null
}

export const blank: CompanyBase = {
  name: "",
  emails: [],
  contactPersons: [],
  phone: "",
  domain: "",
  activeStatus: statuses.value("active"),
  location: "",
  logo: "",
  website: "",
  description: "",
  industry: industries.value("other"),
  companySize: companySizes.value("upTo10"),
  primaryColor: "",
  secondaryColor: "",
  socialMedia: {},
}

/** How many addresses, and contacts, a company has at most. */
export const maxContacts = 20

/** An unknown industry or company size is 0 (S5). */
export const industryOf = (value: unknown) => Math.max(0, industries.value(industries.name(value)))
export const companySizeOf = (value: unknown) => Math.max(0, companySizes.value(companySizes.name(value)))

/** A list, or the single value that older records have in its place (S3); trimmed, empty ones dropped. */
export const listOf = (many: readonly string[] | null | undefined, one: string | null | undefined): string[] =>
  (many ?? (one ? [one] : [])).map(text => text.trim()).filter(Boolean)

/** A colour as it is stored; one that is none is ignored, and what stood before stays (decisions §7). */
export const colorOf = (given: string | null | undefined, before: string): string => (given ? (hex(given) ?? before) : before)

export const onboardingSteps = ["companyProfile", "branding", "userSetup", "moduleConfig"] as const
export type OnboardingSteps = Record<(typeof onboardingSteps)[number], boolean>
export type Onboarding = { isCompleted: boolean; progress: number; steps: OnboardingSteps }

/** How far a company has come. `progress` is a percentage, rounded. */
export const onboardingOf = (steps: OnboardingSteps): Onboarding => {
  const finished = onboardingSteps.filter(step => steps[step]).length
  return {
    isCompleted: finished === onboardingSteps.length,
    progress: Math.round((finished / onboardingSteps.length) * 100),
    steps,
  }
}

/** Whether a company has said who and where it is. */
export const hasProfile = ({ emails, phone, location, description }: CompanyBase) =>
  emails.length > 0 && Boolean(phone && location && description)

/** Whether it looks like itself: its logo and its first colour. */
export const hasBranding = ({ logo, primaryColor }: CompanyBase) => Boolean(logo && primaryColor)

const one = { email: email<{ text: string }>("auth.emailInvalid"), name: maxLength<{ text: string }>(100) }
const each =
  (field: "emails" | "contactPersons", rule: Rule<{ text: string }>): Rule<CompanyBase> =>
  draft => {
    if (draft[field].length > maxContacts) return { key: "rule.tooMany", params: { limit: maxContacts } }
    return draft[field].map(text => rule({ text }, "text")).find(message => message !== undefined)
  }

const hostName = /^(?=.{1,253}$)[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)+$/u
const domain: Rule<CompanyBase> = ({ domain }) => (domain && !hostName.test(domain) ? "tenant.domainInvalid" : undefined)

const network = url<SocialMedia>("rule.url")
const links: Rule<CompanyBase> = ({ socialMedia }): Message | undefined =>
  Object.values(check({ linkedIn: network, twitter: network, facebook: network, instagram: network }, socialMedia))[0] ??
  (Object.values(socialMedia).some(text => (text ?? "").length > 2000)
    ? { key: "rule.maxLength", params: { limit: 2000 } }
    : undefined)

export const rules: Rules<CompanyBase> = {
  name: [required("tenant.nameRequired"), maxLength(100)],
  emails: each("emails", one.email),
  contactPersons: each("contactPersons", one.name),
  phone: phone("rule.phone"),
  domain,
  location: maxLength(100),
  website: [url("rule.url"), maxLength(2000)],
  description: maxLength(2000),
  socialMedia: links,
}
