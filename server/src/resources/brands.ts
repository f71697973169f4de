import { and, eq, isNull, sql } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import * as partner from "../../../src/contract/partners"
import { ownedFields } from "../../../src/contract/record"
import type { Wire } from "../../../src/contract/wire"
import { omitFields } from "../../../src/core/fields"
import { may, readable } from "../auth/policy"
import type { Database } from "../db/open"
import { categories, brands as table, tenants } from "../db/schema"
import { listOf as listSchema, trimmed } from "../http/body"
import type { Actor } from "../http/context"
import { codeFilter, idFilter, ownerFilter } from "../http/list"
import { answerShape, id, named, text } from "../records/answer-shape"
import { exampleId, number, owner } from "../records/call"
import type { RowOf } from "../records/entities"
import { bodyShape, mergeDraft, refuseInvalidDraft, storedFields } from "../records/fields"
import { findIn, records } from "../records/records"
import { ownedMembers } from "../records/stored-members"
import { crud, listOf } from "./crud"

/** Partners: calls, body, columns and answer (docs/contract.md#partner-calls). Contacts are three parallel lists. */
const { contactListsOf, contactsOf, fields } = partner
const stored = storedFields("brand", omitFields(fields, "contacts"))

type Row = RowOf<"brand">

const contactList = (max: number) => listSchema(trimmed(max), partner.maxContacts)

const body = z.object({
  ...bodyShape(fields),
  contactPersons: contactList(100),
  emails: contactList(254),
  phones: contactList(30),
})

/** A stored partner as a draft, with which a change is merged. */
export const storedDraft = (row: Row) => ({ ...stored.draft(row), contacts: contactsOf(row) })

/** @throws Refusal 400 naming every invalid field; the three lists of contacts are named `contacts` */
const columns = async (db: Database, actor: Actor, given: Partial<z.infer<typeof body>>, row?: Row) => {
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

const select = (db: Database) =>
  db
    .select({ row: table, categoryName: categories.name, tenantName: tenants.name })
    .from(table)
    .leftJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

type Joined = { row: Row; categoryName: string | null; tenantName: string | null }

const visible = (actor: Actor) => and(isNull(table.deletedAt), readable(actor, table))

const present = ({ row, ...names }: Joined, actor: Actor) =>
  ({
    ...stored.members(row),
    ...names,
    contactPersons: row.contactPersons,
    emails: row.emails,
    phones: row.phones,
    ...ownedMembers(row, actor),
  }) satisfies Wire<Omit<partner.PartnerWire, "categoryIds">>

const value = named("Brand", {
  ...answerShape("brand", { ...ownedFields, ...fields, ...partner.added }),
  contactPersons: z.array(text),
  emails: z.array(text),
  phones: z.array(text),
}) satisfies z.ZodType<Wire<Omit<partner.PartnerWire, "categoryIds">>>

export const brands = crud(new Hono(), "brand", {
  records: records({ entity: "brand", find: findIn("brand", select, visible, present) }),
  // Campaigns and gift cards name a partner: their forms read the list too.
  mayList: may("read", "partners", { alsoFor: ["campaigns", "gifts"] }),
  list: listOf({
    table,
    rows: "brands",
    select,
    present,
    sorts: () => ({
      name: table.search,
      createdDate: table.createdAt,
      status: table.status,
      location: sql`fold_tr(${table.location})`,
    }),
    filters: ({ actor }, query) =>
      and(
        visible(actor),
        codeFilter(table.status, query.status),
        idFilter(table.categoryId, query.categoryId),
        ownerFilter(table.tenantId, query.tenantId),
      ),
    item: value,
    query: { ...owner, status: number, categoryId: id },
  }),
  body,
  columns,
  value,
  removePath: "/brand/:id",
  example: {
    name: "Kıyı Kafe",
    categoryId: exampleId,
    contactPersons: ["Ali Vural"],
    emails: ["ali@kiyi.example"],
    phones: [""],
  },
})
