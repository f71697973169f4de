import { z } from "zod"
import * as company from "../../../../src/contract/companies"
import type { Parsed } from "../../../../src/contract/wire"
import { activeStatuses } from "../../../../src/core/codes"
import { validate } from "../../../../src/core/rules"
import type { TenantRow } from "../../db/schema"
import type { FieldMessages } from "../../errors/problem"
import { address, clean, code, pictureError, plain, readAddress, type Shape } from "../../http/body"
import { storedCompany } from "../../kinds/tenant"

/**
 * The body of a company, single members of older records included, and the columns that it fills
 * (docs/contract.md#company-record). At any depth, a member that is left out keeps what is stored.
 */
const optional = (text: z.ZodString) => text.nullish().transform(given => (given === undefined ? undefined : clean(given)))
const optionalText = (max: number) => optional(z.string().meta({ maxLength: max }))
const optionalTexts = (max: number, read = clean) =>
  z
    .array(z.string().meta({ maxLength: max }).transform(read))
    .max(50)
    .nullish()
const color = optional(z.string().meta({ format: "color" }))
const link = optionalText(2000)

/** Null is none; any other value becomes a wire number (docs/contract.md#company-record). */
const optionalCode = (codeOf: (given: unknown) => number) =>
  z
    .unknown()
    .optional()
    .transform(given => (given === undefined || given === null ? given : codeOf(given)))

export const companyBody = z.object({
  name: optionalText(100),
  emails: optionalTexts(254, readAddress),
  email: address.optional(),
  contactPersons: optionalTexts(100),
  contactPerson: optionalText(100),
  phone: plain(30).optional(),
  domain: optionalText(253),
  activeStatus: code(activeStatuses).nullish(),
  location: optionalText(100),
  logo: link,
  website: link,
  description: optionalText(2000),
  industry: optionalCode(company.industryOf),
  companySize: optionalCode(company.companySizeOf),
  primaryColor: color,
  secondaryColor: color,
  visualIdentity: z.object({ logo: link, primaryColor: color, secondaryColor: color }).nullish(),
  socialMedia: z.object({ linkedIn: link, twitter: link, facebook: link, instagram: link }).nullish(),
} satisfies Omit<Shape<company.CompanyBase>, "socialMedia"> & Record<string, z.ZodType>)
export type CompanyBody = z.infer<typeof companyBody>

export const companyChange = companyBody.extend({ tenantId: z.string().nullish(), id: z.string().nullish() })

const subTenants = z
  .array(companyBody.extend({ id: z.string().nullish() }))
  .max(50)
  .nullish()
export const tenantBody = companyBody.extend({ subTenants })
export const tenantChange = companyChange.extend({ subTenants })

type Draft = Parsed<company.CompanyBase>
export type CompanyColumns = Pick<TenantRow, keyof company.CompanyBase>

const mergedList = (many: string[] | null | undefined, one: string | undefined, before: string[]) =>
  many === undefined && one === undefined ? before : company.manyOrOne(many, one)

/** An invalid colour keeps the one of `before`. */
const merged = (before: Draft, given: CompanyBody): Draft => {
  const identity = given.visualIdentity
  const plain = Object.keys(company.fields).map(name => [
    name,
    given[name as keyof company.CompanyBase] ?? before[name as keyof company.CompanyBase],
  ])
  return {
    ...(Object.fromEntries(plain) as Draft),
    industry: given.industry === undefined ? before.industry : given.industry,
    companySize: given.companySize === undefined ? before.companySize : given.companySize,
    emails: mergedList(given.emails, given.email, before.emails),
    contactPersons: mergedList(given.contactPersons, given.contactPerson, before.contactPersons),
    logo: given.logo ?? identity?.logo ?? before.logo,
    primaryColor: company.colorOf(given.primaryColor ?? identity?.primaryColor, before.primaryColor),
    secondaryColor: company.colorOf(given.secondaryColor ?? identity?.secondaryColor, before.secondaryColor),
    socialMedia: Object.fromEntries(
      company.networks
        .map(name => [name, given.socialMedia?.[name] ?? before.socialMedia[name] ?? ""])
        .filter(([, link]) => link),
    ),
  }
}

/** Columns, and messages by field: a company and its subsidiaries are checked before any of them is refused. */
export type CheckedCompany = { columns: CompanyColumns; messages: FieldMessages }

/** Checks a new company, or a change of a stored one. @param prefix goes before the fields' names */
export const checkCompany = (given: CompanyBody, row?: TenantRow, prefix = ""): CheckedCompany => {
  const before = row && storedCompany.draft(row)
  const draft = merged(before ?? (company.blank as Draft), given)
  const errors = validate(company.rules, draft, before && [before])
  const messages = { ...errors, logo: errors.logo ?? pictureError(draft.logo, row?.logo) }
  return {
    columns: storedCompany.columns(draft),
    messages: Object.fromEntries(Object.entries(messages).map(([name, message]) => [prefix + name, message])),
  }
}
