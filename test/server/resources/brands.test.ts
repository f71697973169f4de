import { beforeAll, describe, expect, it } from "vitest"
import { fieldsOf, startApi, type Who } from "../record-kit"

const { signed, send, get } = startApi()
let categoryId = ""
beforeAll(async () => {
  categoryId = (await get("/category/list")).value[0].id
})

let made = 0
const body = () => ({
  name: `Işık Optik ${++made}`,
  description: "Gözlük ve lens",
  location: "İzmir",
  categoryId,
  contactPersons: ["Ece Koç"],
  emails: ["ece@isik.example"],
  phones: ["0232 555 10 10"],
})
const create = (given: object = {}, who: Who = "elif") => send("POST", "/brand/create", who, { ...body(), ...given })

describe("a partner's contacts", () => {
  it.each([
    [
      "a row without anything is dropped",
      [
        ["Ece", "", " "],
        ["", "", "e@x.example"],
        ["", " ", "444 0 444"],
      ],
      [
        ["Ece", ""],
        ["", "e@x.example"],
        ["", "444 0 444"],
      ],
    ],
    ["values are trimmed", [[" Ece "], [" e@x.example "], [" 444 0 444 "]], [["Ece"], ["e@x.example"], ["444 0 444"]]],
    [
      "lists of unequal length stay side by side",
      [["Ece", "Can"], ["e@x.example"], []],
      [
        ["Ece", "Can"],
        ["e@x.example", ""],
        ["", ""],
      ],
    ],
    [
      "a list that is longer than the names counts",
      [[], ["e@x.example", "c@x.example"], ["444 0 444"]],
      [
        ["", ""],
        ["e@x.example", "c@x.example"],
        ["444 0 444", ""],
      ],
    ],
    [
      "a hole is nothing",
      [
        ["Ece", null],
        [null, null],
        ["444 0 444", null],
      ],
      [["Ece"], [""], ["444 0 444"]],
    ],
    ["none are none", [[], [], []], [[], [], []]],
  ])("%s", async (_, [contactPersons, emails, phones], [names, addresses, numbers]) => {
    const { value } = await create({ contactPersons, emails, phones })
    expect([value.contactPersons, value.emails, value.phones]).toEqual([names, addresses, numbers])
  })

  it.each([
    ["an address", { emails: ["kimse"] }],
    ["a number", { phones: ["<b>"] }],
    ["a name", { contactPersons: ["a".repeat(101)] }],
  ])("are refused with %s that is none", async (_, given) => {
    expect(fieldsOf(await create(given))).toEqual(["contacts"])
  })

  it("stay when a change names only one of the lists", async () => {
    const { id } = (await create()).value
    const { value } = await send("PUT", "/brand/update", "elif", { id, phones: ["0232 555 20 20"] })
    expect([value.contactPersons, value.emails, value.phones]).toEqual([["Ece Koç"], ["ece@isik.example"], ["0232 555 20 20"]])
  })
})

describe("a partner that something uses", () => {
  const campaign = (brandId: string) => ({
    title: "Kampanya",
    description: "Açıklama",
    rewardType: 0,
    rewardValue: 10,
    brandId,
    categoryId,
    startDate: "2026-03-01T00:00:00Z",
    endDate: "2026-04-01T00:00:00Z",
    status: 2,
  })

  it.each([
    ["campaigns", "/campaign/create", campaign, (id: string) => `/campaign/delete/${id}`],
    ["gift cards", "/gift/create", (brandId: string) => ({ cardName: "Kart", brandId }), (id: string) => `/gift/${id}`],
  ] as const)("can't be deleted while %s do, with the reason", async (_, path, given, removed) => {
    const { id } = (await create()).value
    const user = (await send("POST", path, "elif", given(id))).value
    const answer = await send("DELETE", `/brand/${id}`)
    expect([answer.status, answer.value, answer.headers.get("Undo-Token")]).toEqual([409, null, null])
    expect(answer.body.errors).toEqual([
      "Bu iş ortağını kullanan kampanyalar veya hediye kartları var; önce onları değiştirin ya da silin.",
    ])
    await send("DELETE", removed(user.id))
    expect((await send("DELETE", `/brand/${id}`)).status).toBe(200)
  })
})

describe("a new category", () => {
  const add = (name: unknown, who: Who = "admin") =>
    signed.api.call("POST", "/category/create", { token: signed.tokens[who], body: { name } })

  it("is the platform's to make, and shows among the others", async () => {
    expect((await add("Çiçekçilik", "elif")).status).toBe(403)
    const { status, value } = await add(" Çiçekçilik ")
    expect([status, value]).toEqual([200, { id: expect.any(String), name: "Çiçekçilik" }])
    expect((await get("/category/list")).value).toContainEqual(value)
  })

  it("is refused when there is one of that name, in whatever case", async () => {
    expect((await add("Işıkçılık")).status).toBe(200)
    for (const name of ["Işıkçılık", "IŞIKÇILIK", "isikcilik"]) expect(fieldsOf(await add(name))).toEqual(["name"])
  })
})
