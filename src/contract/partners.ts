import { codes } from "../core/codes"
import { check, email, type Message, maxLength, phone, type Rule, type Rules, required } from "../core/rules"

/** The words of partners, S3's brands, shared by console and API. */
export const statuses = codes("inactive", "active")

/** One row of the form; the first is primary. */
export type Contact = { name: string; email: string; phone: string; isPrimary: boolean }

/** The same on the wire: three lists side by side. */
export type ContactLists = { contactPersons: string[]; emails: string[]; phones: string[] }

export type PartnerDraft = {
  name: string
  description: string
  logo: string
  location: string
  categoryId: string
  contacts: Contact[]
  /** The companies that it is offered to; none: all in the owner's reach. */
  tenantIds: string[]
  status: number
}

export type PartnerRecord = Omit<PartnerDraft, "contacts"> &
  ContactLists & {
    id: string
    tenantId?: string | null
    categoryName?: string | null
    createdDate?: string | null
    updatedDate?: string | null
  }

export const blank: PartnerDraft = {
  name: "",
  description: "",
  logo: "",
  location: "",
  categoryId: "",
  contacts: [],
  tenantIds: [],
  status: statuses.value("active"),
}

/** How many contacts a partner has at most. */
export const maxContacts = 20

const isFilled = ({ name, email, phone }: Contact) => Boolean(name || email || phone)

/** Values trimmed, rows without any dropped (S5); the one marked primary stands first, and alone is it. */
export const tidyContacts = (given: readonly Contact[]): Contact[] => {
  const rows = given
    .map(row => ({ ...row, name: row.name.trim(), email: row.email.trim(), phone: row.phone.trim() }))
    .filter(isFilled)
  const primary = Math.max(
    0,
    rows.findIndex(row => row.isPrimary),
  )
  const ordered = [...rows.slice(primary, primary + 1), ...rows.filter((_, at) => at !== primary)]
  return ordered.map((row, at) => ({ ...row, isPrimary: at === 0 }))
}

/** A list as a server sends it: it may be missing, have holes, and hold numbers. */
const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.map(text => (typeof text === "string" || typeof text === "number" ? String(text) : "")) : []

/** The wire's lists as rows; a list that is shorter than the others has nothing to say of the rest. */
export const contactsOf = ({ contactPersons, emails, phones }: Partial<ContactLists>): Contact[] => {
  const [names, addresses, numbers] = [textsOf(contactPersons), textsOf(emails), textsOf(phones)]
  return tidyContacts(
    Array.from({ length: Math.max(names.length, addresses.length, numbers.length) }, (_, at) => ({
      name: names[at] ?? "",
      email: addresses[at] ?? "",
      phone: numbers[at] ?? "",
      isPrimary: at === 0,
    })),
  )
}

/** Rows as the wire's lists, each as long as the others. */
export const listsOf = (contacts: readonly Contact[]): ContactLists => {
  const rows = tidyContacts(contacts)
  return {
    contactPersons: rows.map(row => row.name),
    emails: rows.map(row => row.email),
    phones: rows.map(row => row.phone),
  }
}

const contactRules: Rules<Contact> = {
  name: maxLength(100),
  email: email("auth.emailInvalid"),
  phone: phone("rule.phone"),
}

/** What is wrong with one contact, by its member. */
export const brokenContact = (contact: Contact) => check(contactRules, contact)

const eachContact: Rule<PartnerDraft> = ({ contacts }): Message | undefined => {
  if (contacts.length > maxContacts) return { key: "rule.tooMany", params: { limit: maxContacts } }
  return contacts.flatMap(contact => Object.values(brokenContact(contact))).find(message => message !== undefined)
}

export const rules: Rules<PartnerDraft> = {
  name: [required("brand.nameRequired"), maxLength(100)],
  description: maxLength(2000),
  location: maxLength(100),
  contacts: eachContact,
}

/** What a server may send: members may be missing, and the category may stand in a list. */
export type PartnerWire = Partial<Omit<PartnerRecord, "logo" | "location">> & {
  logo?: string | null
  location?: string | null
  categoryIds?: string[] | null
}

/** A partner as the screens show it, with the draft that its form edits. */
export type Partner = {
  id: string
  name: string
  logo?: string
  categoryName?: string | null
  tenantId?: string | null
  status: number
  draft: PartnerDraft
  createdDate?: string | null
  updatedDate?: string | null
}

export const partnerOf = (raw: PartnerWire): Partner => {
  const status = statuses.value(statuses.name(raw.status))
  return {
    id: raw.id ?? "",
    name: raw.name ?? "",
    logo: raw.logo || undefined,
    categoryName: raw.categoryName,
    tenantId: raw.tenantId,
    status,
    createdDate: raw.createdDate,
    updatedDate: raw.updatedDate,
    draft: {
      name: raw.name ?? "",
      description: raw.description ?? "",
      logo: raw.logo ?? "",
      location: raw.location ?? "",
      categoryId: raw.categoryId || (raw.categoryIds?.[0] ?? ""),
      contacts: contactsOf(raw),
      tenantIds: raw.tenantIds ?? [],
      status: Math.max(0, status),
    },
  }
}

/** A draft as the wire has it (S7 Brands). */
export const wireOf = ({ contacts, ...draft }: PartnerDraft) => ({ ...draft, ...listsOf(contacts) })
