import { z } from "zod"
import {
  blank,
  type ContactLists,
  contactListsOf,
  contactsOf,
  maxContacts,
  type PartnerDraft,
  rules,
  statuses,
} from "../../../../src/contract/partners"
import type { Parsed } from "../../../../src/contract/wire"
import { validate } from "../../../../src/core/rules"
import type { Database } from "../../db/open"
import { refuseInvalid } from "../../errors/problem"
import { code, idOrEmpty, ids, listOf, pictureError, type Shape, text, trimmed } from "../../http/body"
import type { Actor } from "../../http/context"
import type { ColumnsOf, RowOf } from "../../records/entities"
import { referenceErrors } from "../../records/references"

/** The body of a partner, contacts as three parallel lists, and the columns that it fills (docs/contract.md#partner-record). */
const contactList = listOf(text, maxContacts)

export const brandBody = z.object({
  name: trimmed,
  description: trimmed,
  logo: trimmed,
  location: trimmed,
  tenantIds: ids(),
  categoryId: idOrEmpty,
  contactPersons: contactList,
  emails: contactList,
  phones: contactList,
  status: code(statuses).nullish(),
} satisfies Shape<Omit<PartnerDraft, "contacts"> & ContactLists>)

export const brandChange = brandBody.partial().extend({ id: z.string() })

const defaults = blank as Parsed<PartnerDraft>

type Given = Partial<z.infer<typeof brandBody>>
type Row = RowOf<"brand">
type Columns = ColumnsOf<Omit<PartnerDraft, "contacts"> & ContactLists, "brand">

/** A stored partner as a draft, with which a change is merged. */
export const storedDraft = (row: Row): Parsed<PartnerDraft> => ({
  name: row.name,
  description: row.description,
  logo: row.logo ?? "",
  location: row.location ?? "",
  categoryId: row.categoryId ?? "",
  contacts: contactsOf(row),
  tenantIds: row.tenantIds,
  status: row.status,
})

const merged = (
  before: Parsed<PartnerDraft>,
  { contactPersons, emails, phones, status, ...given }: Given,
): Parsed<PartnerDraft> => {
  const lists = contactListsOf(before.contacts)
  return {
    ...before,
    ...given,
    contacts: contactsOf({
      contactPersons: contactPersons ?? lists.contactPersons,
      emails: emails ?? lists.emails,
      phones: phones ?? lists.phones,
    }),
    status: status ?? before.status,
  }
}

/**
 * The columns of a new partner, or of a change of a stored one.
 * @throws Refusal 400 naming every invalid field; the three lists of contacts are named `contacts`
 */
export const brandColumns = async (db: Database, actor: Actor, given: Given, row?: Row): Promise<Columns> => {
  const draft = merged(row ? storedDraft(row) : defaults, given)
  refuseInvalid({
    ...validate(rules, draft),
    logo: pictureError(draft.logo, row?.logo),
    ...(await referenceErrors(db, "brand", draft, row, actor)),
  })
  const { contacts, ...columns } = draft
  return {
    ...columns,
    ...contactListsOf(contacts),
    logo: draft.logo || null,
    location: draft.location || null,
    categoryId: draft.categoryId || null,
  }
}
