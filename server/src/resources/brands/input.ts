import { z } from "zod"
import {
  blank,
  contactListsOf,
  contactsOf,
  maxContacts,
  type PartnerDraft,
  rules,
  statuses,
} from "../../../../src/contract/partners"
import { validate } from "../../../../src/core/rules"
import { reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import type { brands as table } from "../../db/schema"
import { code, idOrNone, ids, isPicture, trimmed, words } from "../../http/body"
import type { Actor } from "../../http/context"
import { refuseBroken, unknownCompany } from "../../records/references"
import { unknownCategory } from "../categories/routes"

/** What may enter as a partner (S7 Brands), what it points at, and the columns that it fills. */
type Row = typeof table.$inferSelect

/** Of lists of unequal length the shorter ones have nothing to say of the rest; so has a hole. */
const parallel = z
  .array(words)
  .max(maxContacts)
  .nullish()
  .transform(list => list ?? [])

export const brandBody = z.object({
  name: trimmed,
  description: trimmed,
  logo: trimmed,
  location: trimmed,
  tenantIds: ids(),
  categoryId: idOrNone,
  contactPersons: parallel,
  emails: parallel,
  phones: parallel,
  status: code(statuses).nullish(),
})
export const brandChange = brandBody.extend({ id: z.string() })
type Given = Partial<z.infer<typeof brandBody>>

const standing = (row: Row): PartnerDraft => ({
  name: row.name,
  description: row.description,
  logo: row.logo ?? "",
  location: row.location ?? "",
  categoryId: row.categoryId ?? "",
  contacts: contactsOf(row),
  tenantIds: row.tenantIds,
  status: row.status,
})

const draftOf = ({ contactPersons, emails, phones, categoryId, status, ...given }: Given, before: PartnerDraft): PartnerDraft => {
  const lists = contactListsOf(before.contacts)
  return {
    ...before,
    ...given,
    contacts: contactsOf({
      contactPersons: contactPersons ?? lists.contactPersons,
      emails: emails ?? lists.emails,
      phones: phones ?? lists.phones,
    }),
    categoryId: categoryId === undefined ? before.categoryId : (categoryId ?? ""),
    status: status ?? before.status,
  }
}

/**
 * The columns of what came in, over what stands. Contacts are refused under the form's word for the three lists.
 * @throws Refusal naming every field that is wrong
 */
export const brandColumns = async (db: Database, actor: Actor, given: Given, row?: Row) => {
  const draft = draftOf(given, row ? standing(row) : blank)
  refuseBroken({
    ...validate(rules, draft),
    logo: draft.logo && draft.logo !== row?.logo && !isPicture(draft.logo) ? "rule.picture" : undefined,
    categoryId: draft.categoryId
      ? await unknownCategory(db, [draft.categoryId], row?.categoryId ? [row.categoryId] : [])
      : undefined,
    tenantIds: await unknownCompany(db, reachOf(actor), draft.tenantIds, row?.tenantIds),
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
