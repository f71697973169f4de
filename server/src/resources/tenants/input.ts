import { z } from "zod"
import {
  blank,
  type CompanyBase,
  colorOf,
  companySizeOf,
  industryOf,
  listOf,
  networks,
  rules,
  statuses,
} from "../../../../src/contract/companies"
import type { Message } from "../../../../src/core/rules"
import { validate } from "../../../../src/core/rules"
import type { tenants } from "../../db/schema"
import { code, isPicture } from "../../http/body"

/** What may enter as a company (S3 Tenant, older records' single members too), and the columns that it fills. */
export type TenantRow = typeof tenants.$inferSelect

/** A text; none stays none, so that a change may leave it out at any depth. */
const text = z
  .string()
  .nullish()
  .transform(given => (given === undefined ? undefined : (given ?? "").trim()))
const texts = z.array(z.string()).max(50).nullish()

/** Whatever it is, it becomes a number (S5); what is left out stays so. */
const wireNumber = (numberOf: (given: unknown) => number) =>
  z
    .unknown()
    .optional()
    .transform(given => (given === undefined ? undefined : numberOf(given)))

export const companyBody = z.object({
  name: text,
  emails: texts,
  email: text,
  contactPersons: texts,
  contactPerson: text,
  phone: text,
  domain: text,
  activeStatus: code(statuses).nullish(),
  location: text,
  logo: text,
  website: text,
  description: text,
  industry: wireNumber(industryOf),
  companySize: wireNumber(companySizeOf),
  primaryColor: text,
  secondaryColor: text,
  visualIdentity: z.object({ logo: text, primaryColor: text, secondaryColor: text }).nullish(),
  socialMedia: z.object({ linkedIn: text, twitter: text, facebook: text, instagram: text }).nullish(),
})
export type CompanyGiven = z.infer<typeof companyBody>

export const companyChange = companyBody.extend({ tenantId: z.string().nullish(), id: z.string().nullish() })

const subsidiaries = z
  .array(companyBody.extend({ id: z.string().nullish() }))
  .max(50)
  .nullish()
export const tenantBody = companyBody.extend({ subTenants: subsidiaries })
export const tenantChange = companyChange.extend({ subTenants: subsidiaries })

export const standing = (row: TenantRow): CompanyBase => ({
  name: row.name,
  emails: row.emails,
  contactPersons: row.contactPersons,
  phone: row.phone ?? "",
  domain: row.domain ?? "",
  activeStatus: row.activeStatus,
  location: row.location ?? "",
  logo: row.logo ?? "",
  website: row.website ?? "",
  description: row.description ?? "",
  industry: row.industry,
  companySize: row.companySize,
  primaryColor: row.primaryColor ?? "",
  secondaryColor: row.secondaryColor ?? "",
  socialMedia: row.socialMedia,
})

const listed = (many: string[] | null | undefined, one: string | undefined, before: string[]) =>
  many === undefined && one === undefined ? before : listOf(many, one)

/** What came in, over what stands; what is left out stays, a colour that is none as well. */
const draftOf = (given: CompanyGiven, before: CompanyBase): CompanyBase => {
  const look = given.visualIdentity
  return {
    name: given.name ?? before.name,
    emails: listed(given.emails, given.email, before.emails),
    contactPersons: listed(given.contactPersons, given.contactPerson, before.contactPersons),
    phone: given.phone ?? before.phone,
    domain: given.domain ?? before.domain,
    activeStatus: given.activeStatus ?? before.activeStatus,
    location: given.location ?? before.location,
    logo: given.logo ?? look?.logo ?? before.logo,
    website: given.website ?? before.website,
    description: given.description ?? before.description,
    industry: given.industry ?? before.industry,
    companySize: given.companySize ?? before.companySize,
    primaryColor: colorOf(given.primaryColor ?? look?.primaryColor, before.primaryColor),
    secondaryColor: colorOf(given.secondaryColor ?? look?.secondaryColor, before.secondaryColor),
    socialMedia: Object.fromEntries(
      networks.map(name => [name, given.socialMedia?.[name] ?? before.socialMedia[name] ?? ""]).filter(([, link]) => link),
    ),
  }
}

export type Prepared = { draft: CompanyBase; broken: Record<string, Message | undefined> }

/** What came in as a company, and what is wrong with it. @param at goes before the fields' names */
export const prepare = (given: CompanyGiven, row?: TenantRow, at = ""): Prepared => {
  const draft = draftOf(given, row ? standing(row) : blank)
  const logo = draft.logo && draft.logo !== row?.logo && !isPicture(draft.logo) ? ("rule.picture" as const) : undefined
  const broken = Object.entries({ ...validate(rules, draft), logo }).map(([name, message]) => [at + name, message] as const)
  return { draft, broken: Object.fromEntries(broken) }
}

export const columnsOf = (draft: CompanyBase) => ({
  ...draft,
  socialMedia: draft.socialMedia as Record<string, string>,
  phone: draft.phone || null,
  domain: draft.domain || null,
  location: draft.location || null,
  logo: draft.logo || null,
  website: draft.website || null,
  description: draft.description || null,
  primaryColor: draft.primaryColor || null,
  secondaryColor: draft.secondaryColor || null,
})
