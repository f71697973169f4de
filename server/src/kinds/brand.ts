import { z } from "zod"
import * as contract from "../../../src/contract/partners"
import { categories, brands as table } from "../db/schema"
import { turkishOrder } from "../db/turkish-order"
import { address, listOf, plain, trimmed } from "../http/body"
import { byCode, byId, byOwner } from "./filters"
import { kindOf, nameOf } from "./kind-of"

const { contactListsOf, contactsOf, maxContacts } = contract

/** A list of texts, one for each contact. */
const contactList = (text: z.ZodType<string>) => ({ body: listOf(text, maxContacts), answer: z.array(z.string()) })

/** Partners (docs/contract.md#partners). Contacts are three parallel lists on the wire. */
export const brand = kindOf("partners", table, contract, {
  tag: "Brands",
  noun: "brand",
  inUse: "brand.inUse",
  stored: { contacts: { read: contactsOf, write: ({ contacts }) => contactListsOf(contacts) } },
  answers: { categoryName: nameOf(categories.name, categories.id, table.categoryId), contacts: false },
  schemas: { contacts: {} },
  wire: { contactPersons: contactList(trimmed(100)), emails: contactList(address), phones: contactList(plain(30)) },
  given: ({ contactPersons, emails, phones, ...members }, row) => {
    const before = contactListsOf(row ? contactsOf(row) : [])
    const lists = {
      contactPersons: contactPersons ?? before.contactPersons,
      emails: emails ?? before.emails,
      phones: phones ?? before.phones,
    }
    return { ...members, contacts: contactsOf(lists) }
  },
  sorts: {
    name: table.sortName,
    createdDate: table.createdAt,
    status: table.status,
    location: turkishOrder(table.location),
  },
  filters: { tenantId: byOwner(table.tenantId), status: byCode(table.status), categoryId: byId(table.categoryId) },
  example: {
    name: "Kıyı Kafe",
    categoryId: "3f0d1f6e-5a53-4c1b-9a55-0b6f1c0a7e11",
    contactPersons: ["Ali Vural"],
    emails: ["ali@kiyi.example"],
    phones: [""],
  },
})
