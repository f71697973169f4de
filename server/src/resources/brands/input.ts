import { z } from "zod"
import * as partner from "../../../../src/contract/partners"
import { omitFields } from "../../../../src/core/fields"
import type { Database } from "../../db/open"
import { listOf, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { bodyShape, mergeDraft, refuseInvalidDraft, storedFields } from "../../records/fields"

/** The body of a partner, contacts as three parallel lists, and the columns that it fills (docs/contract.md#partner-record). */
const { contactListsOf, contactsOf, fields } = partner
export const stored = storedFields("brand", omitFields(fields, "contacts"))

const contactList = (max: number) => listOf(trimmed(max), partner.maxContacts)

export const brandBody = z.object({
  ...bodyShape(fields),
  contactPersons: contactList(100),
  emails: contactList(254),
  phones: contactList(30),
})
export const brandChange = brandBody.partial().extend({ id: z.string() })

type Row = RowOf<"brand">
type Given = Partial<z.infer<typeof brandBody>>

/** A stored partner as a draft, with which a change is merged. */
export const storedDraft = (row: Row) => ({ ...stored.draft(row), contacts: contactsOf(row) })

/**
 * The columns of a new partner, or of a change of a stored one.
 * @throws Refusal 400 naming every invalid field; the three lists of contacts are named `contacts`
 */
export const brandColumns = async (db: Database, actor: Actor, given: Given, row?: Row) => {
  const { contactPersons, emails, phones, ...members } = given
  const lists = contactListsOf(row ? contactsOf(row) : [])
  const contacts = contactsOf({
    contactPersons: contactPersons ?? lists.contactPersons,
    emails: emails ?? lists.emails,
    phones: phones ?? lists.phones,
  })
  const draft = mergeDraft(fields, row && storedDraft(row), { ...members, contacts })
  await refuseInvalidDraft(db, actor, "brand", partner, draft, row && { ...row, contacts: contactsOf(row) })
  return { ...stored.columns(draft), ...contactListsOf(contacts) }
}
