import { and, sql } from "drizzle-orm"
import { z } from "zod"
import * as partner from "../../../src/contract/partners"
import type { Wire } from "../../../src/contract/wire"
import { may } from "../auth/policy"
import type { Database } from "../db/open"
import { categories, brands as table } from "../db/schema"
import { turkishOrder } from "../db/turkish-order"
import { listOf as listSchema, plain, trimmed } from "../http/body"
import type { Actor } from "../http/context"
import { codeFilter, idFilter, ownerFilter } from "../http/list"
import { id, text } from "../kinds/answer-shape"
import type { RowOf } from "../kinds/entities"
import { exampleId, number, owner } from "../records/call"
import { ownedKind } from "../records/owned-kind"
import { crud, listOf } from "./crud"

/** Partners: calls, body, columns and answer (docs/contract.md#partner-calls). Contacts are three parallel lists. */
const { contactListsOf, contactsOf } = partner

const kind = ownedKind("brand", partner, {
  names: {
    categoryName: sql<string | null>`(select ${categories.name} from ${categories} where ${categories.id} = ${table.categoryId})`,
  },
  draft: row => ({ contacts: contactsOf(row) }),
  columns: ({ contacts }) => contactListsOf(contacts),
  members: ({ contactPersons, emails, phones }) => ({ contactPersons, emails, phones }),
  shape: { contactPersons: z.array(text), emails: z.array(text), phones: z.array(text) },
})
export const { storedDraft } = kind

const contactList = (max: number) => listSchema(trimmed(max), partner.maxContacts)

const body = kind.body.extend({
  contactPersons: contactList(100),
  emails: contactList(254),
  phones: listSchema(plain(30), partner.maxContacts),
})

/** @throws Refusal 400 naming every invalid field; the three lists of contacts are named `contacts` */
const columns = (db: Database, actor: Actor, given: Partial<z.infer<typeof body>>, row?: RowOf<"brand">) => {
  const { contactPersons, emails, phones, ...members } = given
  const lists = contactListsOf(row ? contactsOf(row) : [])
  const contacts = contactsOf({
    contactPersons: contactPersons ?? lists.contactPersons,
    emails: emails ?? lists.emails,
    phones: phones ?? lists.phones,
  })
  return kind.columns(db, actor, { ...members, contacts }, row)
}

export const brands = crud({
  ...kind,
  body,
  columns,
  value: kind.value satisfies z.ZodType<Wire<Omit<partner.PartnerWire, "categoryIds">>>,
  // Campaigns and gift cards name a partner: their forms read the list too.
  mayList: may("read", "partners", { alsoFor: ["campaigns", "gifts"] }),
  list: listOf(kind, {
    sorts: () => ({
      name: table.sortName,
      createdDate: table.createdAt,
      status: table.status,
      location: turkishOrder(table.location),
    }),
    filters: ({ actor }, query) =>
      and(
        kind.visible(actor),
        codeFilter(table.status, query.status),
        idFilter(table.categoryId, query.categoryId),
        ownerFilter(table.tenantId, query.tenantId),
      ),
    query: { ...owner, status: number, categoryId: id },
  }),
  removePath: "/brand/:id",
  example: {
    name: "Kıyı Kafe",
    categoryId: exampleId,
    contactPersons: ["Ali Vural"],
    emails: ["ali@kiyi.example"],
    phones: [""],
  },
})
