import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createRandom, type Random } from "../../../server/src/seed/random"
import {
  blank,
  bodyOf,
  type Contact,
  contactListsOf,
  contactsOf,
  draftOf,
  maxContacts,
  normalizeContacts,
  type PartnerDraft,
  type PartnerWire,
  partnerOf,
} from "../../../src/contract/partners"
import { ContactsField, contacts as contactsOfForm } from "../../../src/modules/partners/contacts"
import { accounts, createTestApi, type TestApi } from "../../api"
import { click, find, mount, speak } from "../../kit"
import { formOf } from "../../ui/form-of"

/** A partner's contacts and their round trip over the wire, for arbitrary contacts (docs/contract.md#partner-contacts). */
const random = createRandom(5)
const times = <T,>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

const blanks = ["", " ", "\t ", "\u00a0"]
const part = (values: string[]) => (of: Random) =>
  of.chance(0.4) ? of.pick(blanks) : `${of.pick(["", " "])}${of.pick(values)}${of.pick(["", "  "])}`
const name = part(["Ece", "İlkay Işık", "=1+1", "O'Brien; ünlü", "a".repeat(100)])
const email = part(["e@x.example", "ilkay@isik.example"])
const phone = part(["0232 555 10 10", "+90 (212) 555-20-20"])
const contact = (of: Random): Contact => ({ name: name(of), email: email(of), phone: phone(of) })
const contacts = () => times(random.whole(0, maxContacts), () => contact(random))

const isTidy = (rows: Contact[]) =>
  rows.every(
    row => [row.name, row.email, row.phone].every(text => text === text.trim()) && [row.name, row.email, row.phone].some(Boolean),
  )

describe("contacts on the wire", () => {
  it("are read from any three lists, and go back as three lists of one length", () => {
    const list = () => random.pick([undefined, null, ...times(9, () => times(random.whole(0, 6), () => name(random)))])
    for (const wire of times(500, () => ({ contactPersons: list(), emails: list(), phones: list() }))) {
      const rows = contactsOf(wire as PartnerWire)
      expect(isTidy(rows), JSON.stringify(wire)).toBe(true)
      // Nothing that was said is lost, and what stood beside each other still does.
      const at = (texts: string[] | null | undefined, row: number) => texts?.[row]?.trim() ?? ""
      const given = times(6, () => "").map((_, row) => [at(wire.contactPersons, row), at(wire.emails, row), at(wire.phones, row)])
      expect(rows.map(row => [row.name, row.email, row.phone])).toEqual(given.filter(texts => texts.some(Boolean)))
      const lists = contactListsOf(rows)
      expect(new Set(Object.values(lists).map(texts => texts.length)).size).toBe(1)
      expect(contactsOf(lists)).toEqual(rows)
    }
  })

  it.each([
    ["numbers", { phones: [5321112233, null] }, [["", "", "5321112233"]]],
    [
      "holes",
      { contactPersons: ["Ece", undefined], emails: [{}, "e@x.example"] },
      [
        ["Ece", "", ""],
        ["", "e@x.example", ""],
      ],
    ],
    ["texts that are no lists", { contactPersons: "Ece", emails: 5 }, []],
  ])("of a server that sends %s break nothing", (_, wire, expected) => {
    expect(contactsOf(wire as unknown as PartnerWire).map(row => [row.name, row.email, row.phone])).toEqual(expected)
  })
})

describe("contacts of a partner", () => {
  let api: TestApi
  let token = ""
  beforeAll(async () => {
    api = await createTestApi()
    token = await api.signIn(accounts.elif)
  })
  afterAll(() => api.close())

  it("come back tidy from the real API, whatever was typed", async () => {
    for (const given of times(8, contacts)) {
      const body = bodyOf({ ...blank, name: "Işık Optik", contacts: given })
      const { value } = await api.call("POST", "/brand/create", { token, body })
      const first = partnerOf((await api.call("GET", `/brand/${value.id}`, { token })).value)
      expect(first.contacts).toEqual(normalizeContacts(given))

      const next = contacts()
      await api.call("PUT", "/brand/update", { token, body: { ...bodyOf({ ...draftOf(first), contacts: next }), id: value.id } })
      const second = partnerOf((await api.call("GET", `/brand/${value.id}`, { token })).value)
      expect(draftOf(second)).toEqual({ ...draftOf(first), contacts: normalizeContacts(next) })
    }
  })

  it("saved unchanged are the same, however unequal the lists were that were sent", async () => {
    for (let round = 0; round < 5; round++) {
      const list = (of: typeof name) => times(random.whole(0, 5), () => of(random))
      const body = { name: "Işık Optik", contactPersons: list(name), emails: list(email), phones: list(phone) }
      const { value } = await api.call("POST", "/brand/create", { token, body })
      const read = async () => draftOf(partnerOf((await api.call("GET", `/brand/${value.id}`, { token })).value))
      const draft = await read()
      expect(draft.contacts).toEqual(contactsOf(body))
      await api.call("PUT", "/brand/update", { token, body: { ...bodyOf(draft), id: value.id } })
      expect(await read()).toEqual(draft)
    }
  })
})

describe("contacts on the form", () => {
  it("moved, made primary, removed and added in any order are always those of a plain list, the first one primary", async () => {
    speak("en")
    const rows = ["A", "B", "C", "D"].map(letter => ({ name: letter, email: "", phone: "" }))
    const form = formOf<PartnerDraft>({ ...blank, contacts: rows }, { lists: { contacts: contactsOfForm } })
    const { unmount } = await mount(<ContactsField form={form} />)
    let model = rows.map(row => row.name)
    const press = (label: string) => click(find("button", label))
    const move = (from: number, to: number) => model.toSpliced(from, 1).toSpliced(to, 0, model[from] ?? "")
    for (let step = 0; step < 60; step++) {
      const at = random.whole(0, model.length - 1)
      const deed = random.whole(0, 4)
      if (deed === 0 && at > 0) {
        await click([...document.querySelectorAll("#contacts .btn--ghost")].filter(({ textContent }) => textContent)[at - 1])
        model = move(at, 0)
      } else if (deed === 1 && at > 0) {
        await press(`Move contact ${at + 1} up`)
        model = move(at, at - 1)
      } else if (deed === 2 && at < model.length - 1) {
        await press(`Move contact ${at + 1} down`)
        model = move(at, at + 1)
      } else if (deed === 3 && model.length > 2) {
        await press(`Remove contact ${at + 1}`)
        model = model.toSpliced(at, 1)
      } else if (deed === 4 && model.length < 6) {
        await press("Add a contact")
        model = [...model, ""]
      }
      expect(form.get().contacts.map(row => row.name)).toEqual(model)
      const headings = [...document.querySelectorAll("#contacts [data-entry] > .row > .row:first-child")]
      expect(headings.map(({ textContent }) => textContent?.includes("Primary"))).toEqual(model.map((_, row) => row === 0))
    }
    await unmount()
  })
})
