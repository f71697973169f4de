import { describe, expect, it } from "vitest"
import {
  blank,
  type Contact,
  contactListsOf,
  contactsOf,
  maxContacts,
  normalizeContacts,
  rules,
} from "../../src/contract/partners"
import { validate } from "../../src/core/rules"

const row = (name = "", email = "", phone = ""): Contact => ({ name, email, phone })

describe("contacts", () => {
  it.each([
    ["rows without anything are dropped", [row(), row(" ", "\t"), row("Ece")], [row("Ece")]],
    ["values are trimmed", [row(" Ece ", " e@x.example ", " 1 ")], [row("Ece", "e@x.example", "1")]],
    ["the order stays", [row("B"), row(), row("A")], [row("B"), row("A")]],
    ["none are none", [], []],
  ])("%s", (_, given, expected) => {
    expect(normalizeContacts(given)).toEqual(expected)
  })

  it.each([
    ["lists of one length", { contactPersons: ["A"], emails: ["a@x.example"], phones: ["1"] }, [row("A", "a@x.example", "1")]],
    [
      "a shorter list",
      { contactPersons: ["A", "B"], emails: ["a@x.example"], phones: [] },
      [row("A", "a@x.example", ""), row("B")],
    ],
    ["a longer list", { contactPersons: [], emails: [], phones: ["1", "2"] }, [row("", "", "1"), row("", "", "2")]],
    ["a list that is missing", { emails: ["a@x.example"] }, [row("", "a@x.example", "")]],
    ["nothing", {}, []],
  ])("are read from %s", (_, lists, expected) => {
    expect(contactsOf(lists)).toEqual(expected)
  })

  it("go to the wire as three lists of one length, and come back the same", () => {
    const contacts = [row("A", "", "1"), row("", "b@x.example"), row("C")]
    const lists = contactListsOf(contacts)
    expect(lists).toEqual({ contactPersons: ["A", "", "C"], emails: ["", "b@x.example", ""], phones: ["1", "", ""] })
    expect(contactsOf(lists)).toEqual(contacts)
  })
})

describe("a partner's rules", () => {
  it.each([
    ["a name alone", {}, {}],
    ["no name", { name: " " }, { name: "brand.nameRequired" }],
    ["a bad address", { contacts: [row("A"), row("B", "x")] }, { contacts: "auth.emailInvalid" }],
    ["a bad number", { contacts: [row("A", "", "x")] }, { contacts: "rule.phone" }],
    [
      "too many contacts",
      { contacts: Array(maxContacts + 1).fill(row("A")) },
      { contacts: { key: "rule.tooMany", params: { limit: maxContacts } } },
    ],
  ])("judge %s", (_, given, expected) => {
    expect(validate(rules, { ...blank, name: "Işık", ...given })).toEqual(expected)
  })
})
