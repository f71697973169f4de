import * as field from "../core/fields"
import { checkChange, type Message, type Rule } from "../core/rules"
import { type OwnedMembers, ownedFields, recordReader } from "./record"

/** Partners, brands on the wire: record, contacts and rules (docs/contract.md#partners). */

export const contactFields = { name: field.text(100), email: field.emailAddress(), phone: field.phoneNumber() }

/** A contact person; the first of a partner is primary. */
export type Contact = field.DraftOf<typeof contactFields>

/** Contacts on the wire: three parallel lists (docs/contract.md#partner-contacts). */
type ContactLists = { contactPersons: string[]; emails: string[]; phones: string[] }

/** The writable members, in the order of the form. `tenantIds`: the companies that the partner is offered to, empty for all in reach. */
export const fields = {
  name: field.text(100, "brand.nameRequired"),
  categoryId: field.id("category"),
  location: field.text(100),
  description: field.text(2000),
  status: field.active(),
  contacts: field.special<Contact[]>([]),
  tenantIds: field.companies(),
  logo: field.picture(),
}

export type PartnerDraft = field.DraftOf<typeof fields>

/** What the server adds. */
export const added = { categoryName: field.name() }

/** A partner as the console uses it. */
export type Partner = PartnerDraft & OwnedMembers & field.DraftOf<typeof added>

/** A partner on the wire; a server may send `categoryIds` instead of `categoryId`. */
export type PartnerWire = Omit<Partner, "contacts"> & ContactLists & { categoryIds?: string[] }

/** Largest number of contacts of a partner. */
export const maxContacts = 20

const isFilled = ({ name, email, phone }: Contact) => Boolean(name || email || phone)

/** Returns contacts with trimmed values, without empty rows (docs/contract.md#partner-contacts). */
export const normalizeContacts = (contacts: readonly Contact[]): Contact[] =>
  contacts.map(({ name, email, phone }) => ({ name: name.trim(), email: email.trim(), phone: phone.trim() })).filter(isFilled)

/** Reads a list of texts; the list may be missing, have holes or contain numbers. */
const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.map(text => (typeof text === "string" || typeof text === "number" ? String(text) : "")) : []

/** Reads contacts from the wire; the lists may differ in length. */
export const contactsOf = ({ contactPersons, emails, phones }: Partial<ContactLists>): Contact[] => {
  const [names, addresses, numbers] = [textsOf(contactPersons), textsOf(emails), textsOf(phones)]
  return normalizeContacts(
    Array.from({ length: Math.max(names.length, addresses.length, numbers.length) }, (_, index) => ({
      name: names[index] ?? "",
      email: addresses[index] ?? "",
      phone: numbers[index] ?? "",
    })),
  )
}

/** Returns contacts as the lists of the wire, all of one length. */
export const contactListsOf = (contacts: readonly Contact[]): ContactLists => {
  const rows = normalizeContacts(contacts)
  return {
    contactPersons: rows.map(row => row.name),
    emails: rows.map(row => row.email),
    phones: rows.map(row => row.phone),
  }
}

const contactRules = field.rulesOf(contactFields)

/** Checks a contact; contacts have no ids. @param stored the stored contacts */
export const checkContact = (contact: Contact, stored: readonly Contact[] = []) => checkChange(contactRules, contact, stored)

const eachContact: Rule<PartnerDraft> = ({ contacts }, _, stored = []): Message | undefined => {
  const before = stored.flatMap(other => other.contacts)
  if (contacts.length > maxContacts) return { key: "rule.tooMany", params: { limit: maxContacts } }
  return contacts.flatMap(contact => Object.values(checkContact(contact, before).errors)).find(message => message !== undefined)
}

export const { blank, rules, draftOf } = field.draftsOf(fields, { contacts: eachContact })

const readRecord = recordReader<Partner>(fields, { ...ownedFields, ...added })

/** Reads a partner from the wire. */
export const partnerOf = (raw: Partial<PartnerWire>): Partner =>
  readRecord({ ...raw, categoryId: raw.categoryId || raw.categoryIds?.[0], contacts: contactsOf(raw) })

/** Returns the body of a create or update call. */
export const bodyOf = ({ contacts, ...draft }: PartnerDraft) => ({ ...draft, ...contactListsOf(contacts) })
