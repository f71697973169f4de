import { type Code, codes } from "../core/codes"
import { check, email, type Message, maxLength, phone, type Rule, type Rules, required } from "../core/rules"
import { pick, type Stored, storedDefaults, withDefaults } from "./record"

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
  status: Code
}

/** What is read. */
export type Partner = PartnerDraft & Stored & { categoryName: string }

/** A partner as the wire has it: contacts as lists; the category may come in a list. */
export type PartnerWire = Omit<Partner, "contacts"> & ContactLists & { categoryIds?: string[] }

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

const complete = withDefaults<Partner>({ ...blank, ...storedDefaults, categoryName: "" }, { status: statuses })

/** Reads a partner as a server sent it. */
export const partnerOf = (raw: Partial<PartnerWire>): Partner =>
  complete({ ...raw, categoryId: raw.categoryId || raw.categoryIds?.[0], contacts: contactsOf(raw) })

/** The draft that edits a partner. */
export const draftOf = (partner: Partner): PartnerDraft => pick<PartnerDraft>(blank, partner)

/** The body of a create or an update. */
export const bodyOf = ({ contacts, ...draft }: PartnerDraft) => ({ ...draft, ...listsOf(contacts) })
