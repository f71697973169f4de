import { beforeAll, describe, expect, it } from "vitest"
import { kindNamed } from "../../../server/src/kinds"
import { exampleId } from "../../../server/src/routes/schemas"
import { eligibilities } from "../../../src/contract/draws/draws"
import type { AuditedRecord } from "../../../src/contract/modules"
import type { Field } from "../../../src/core/fields"
import { validate } from "../../../src/core/rules"
import { accounts } from "../../api"
import { fieldsOf, startApi, type Who } from "../record-kit"
import { exampleOf, hasRoute } from "../routes"

/**
 * Each kind of record: one goes through its life, made from the example of the API document, and each field refuses what its
 * rules refuse. test/server/isolation.test.ts asks who may do what on every route.
 */
const { signed, send: call } = startApi()
const real: Record<string, string> = {}
beforeAll(async () => {
  real.brandId = (await call("GET", "/brand/list", "elif")).value.brands[0].id
  real.categoryId = (await call("GET", "/category/list", "elif")).value[0].id
  real.departmentId = (await call("GET", "/department/list", "elif")).value[0].id
  real.tenantId = (await call("GET", "/tenant/getcurrenttenantid", "elif")).value
})

const nobody = "00000000-0000-4000-8000-000000000000"
const long = (length: number) => "a".repeat(length)
const nested = (depth: number): object => (depth === 1 ? {} : { inner: nested(depth - 1) })
const prize = (given: object) => [{ name: "Kupa", type: 0, quantity: 1, ...given }]
const question = (given: object) => [{ text: "Çay mı?", type: "single_choice", options: ["Çay", "Kahve"], ...given }]
const beforeStart = "2001-01-01T00:00:00Z"

type Kind = {
  maker?: Who
  create?: string
  update?: string
  /** A text member. */
  member?: string
  /** Values that a field refuses, beside those that its own rules refuse. */
  refused?: Record<string, unknown[]>
  /** Members beside those of the example. */
  more?: () => object
  /** Fields that count only beside other values; the module's own tests have them. */
  skipped?: string[]
}

const kinds: Record<AuditedRecord, Kind> = {
  announcement: { refused: { endDate: [beforeStart] } },
  brand: { member: "name", refused: { contactPersons: [Array(21).fill("Ece")] } },
  campaign: {
    refused: {
      endDate: [beforeStart],
      rewardValue: [0, -1, 101],
    },
    skipped: ["giftCardId"],
  },
  draw: {
    more: () => ({ eligibility: eligibilities.value("specific"), departmentId: real.departmentId }),
    refused: {
      endDate: [beforeStart],
      drawDate: [beforeStart],
      prizes: [
        ...[{ name: " " }, { name: long(101) }, { type: 3 }, { quantity: 0 }, { quantity: 0.5 }, { value: -1 }].map(prize),
        prize({ imageUrl: "javascript:alert(1)" }),
        prize({ quantity: 1_000_001 }),
        Array.from({ length: 101 }, () => prize({})[0]),
      ],
    },
  },
  feedback: {
    member: "subject",
    refused: {
      subject: ["", long(201)],
      description: [" ", long(2001)],
      userName: [long(101)],
      email: ["a@b"],
      type: [2, -1, 0.5],
      priority: [4],
      category: [4],
    },
  },
  gift: {
    member: "cardName",
    more: () => ({ validityStart: "2026-03-01T00:00:00Z" }),
    refused: {
      validityEnd: [beforeStart],
      metadata: [{ inner: nested(6) }, { inner: [[[[[[]]]]]] }, nested(1000), { text: long(10_001) }],
    },
  },
  payment: { member: "name" },
  survey: {
    refused: {
      endDate: [beforeStart],
      questions: [
        ...[{ text: " " }, { text: long(201) }, { description: long(2001) }, { type: "free_text" }].map(question),
        ...[[], ["Çay"], ["Çay", " "], ["Çay", "Çay "], ["Çay", long(201)]].map(options => question({ options })),
        Array.from({ length: 101 }, () => question({})[0]),
      ],
    },
  },
  tenant: {
    maker: "admin",
    create: "/tenant/admin/create",
    member: "location",
    // An unknown colour, industry or size is taken for none.
    skipped: ["primaryColor", "secondaryColor", "industry", "companySize"],
    refused: {
      emails: [["x"], ["a@b"], ["a@b.example,c@d.example"], Array(21).fill("a@b.example")],
      contactPersons: [[long(101)], Array(21).fill("Ece Koç")],
      domain: ["x", "a b.example", "-x.example", "x..example", "x.example/a"],
      socialMedia: [{ twitter: "javascript:alert(1)" }, { instagram: `https://x.example/${long(2000)}` }],
      subTenants: [[{}], [{ name: " " }], [{ name: "Alt", website: "javascript:alert(1)" }], Array(51).fill({ name: "Alt" })],
      visualIdentity: [{ primaryColor: 5 }, { logo: {} }],
    },
  },
  user: {
    update: "/api/users/update/:id",
    member: "firstName",
    refused: {
      email: ["a@b.example,c@d.example", accounts.mert],
      role: ["x", "Administrator", "__proto__"],
      departmentId: [nobody, "x"],
      tenantId: [nobody, "x"],
    },
  },
}

const removeOf = (kind: AuditedRecord) => {
  if (kind === "user") return "/api/users/delete/"
  return hasRoute(`DELETE /${kind}/delete/:id`) ? `/${kind}/delete/` : `/${kind}/`
}

/** Values that fields with rules of their own may refuse. */
const texts = [
  "",
  "x",
  "12",
  "a@b",
  "http://a b",
  "javascript:alert(1)",
  "//evil.example",
  "ftp://x.example",
  "2026-02-30",
  "2026-01-01T25:00:00Z",
  "10.03.2026",
]
const pictures = ["javascript:alert(1)", "data:text/html,x", "//evil.example", "/backend/media/../../etc/passwd"]

/** What a field must refuse. test/server/openapi/bad-fields.test.ts sends values of other types. */
const refusedBy = (name: string, field: Field<unknown>): unknown[] => {
  const isRefused = (value: unknown) => Object.keys(validate({ [name]: field.rules }, { [name]: value })).length > 0
  switch (field.kind) {
    case "code":
      return [field.codes?.values.length, -1, 0.5, "x"]
    case "id":
      return [nobody, "1 or 1=1"]
    case "ids":
      return [[nobody], ["x"], [""], Array(Number(field.max) + 1).fill(nobody)]
    case "number":
      return [0, -1, 0.5, 1e300].filter(value => isRefused(value) || value > (field.max ?? Infinity))
    case "picture":
      return [...pictures, `https://x.example/${long(2000)}`]
    case "pictures":
      return [...pictures.map(url => [{ url, orderNo: 1 }]), [{ url: "https://x.example/a.png", orderNo: -1 }]]
    case "special":
      return []
    default:
      return [...texts, long(Number(field.max ?? 100) + 1)].filter(isRefused)
  }
}

describe.each(Object.entries(kinds) as [AuditedRecord, Kind][])("a record of %s", (kind, given) => {
  const { maker = "elif", create = `/${kind}/create`, update = `/${kind}/update`, member = "title", refused = {} } = given
  const { more, skipped = [] } = given
  let made = 0
  const body = (): Record<string, unknown> => {
    const example = exampleOf(`POST ${create}`)
    const filled = JSON.parse(JSON.stringify(example), (name, value) => (value === exampleId ? (real[name] ?? value) : value))
    const email = `${kind}.${++made}@yesilova.example`
    return { ...filled, ...(filled.email && { email }), ...(filled.emails && { emails: [email] }), ...more?.() }
  }
  const add = (changes: object = {}, headers = {}) => call("POST", create, maker, { ...body(), ...changes }, headers)
  const change = (id: string, changes: object, headers = {}) =>
    call("PUT", update.replace(":id", id), maker, { id, [`${kind}Id`]: id, ...changes }, headers)
  const read = (id: string, who = maker) => call("GET", `/${kind}/${id}`, who)

  it("is made, changed against its version, deleted, taken back and told in the history", async () => {
    const given = { ...body(), id: nobody, version: 9, createdDate: "2000-01-01", deletedAt: "2000-01-01" }
    const key = { "Idempotency-Key": `${kind}-1` }
    const [made, again] = await Promise.all([call("POST", create, maker, given, key), call("POST", create, maker, given, key)])
    const { id } = made.value
    expect([made.status, made.headers.get("ETag"), id !== nobody]).toEqual([200, '"1"', true])
    expect([again.status, again.value, `${made.value.createdDate}` > "2026"]).toEqual([200, made.value, true])
    expect((await read(id)).value).toEqual(made.value)
    expect((await add({ [member]: "Başka" }, { "Idempotency-Key": `${kind}-1` })).status).toBe(409)

    const rename = () => change(id, { [member]: "Yeni" }, { "If-Match": '"1"' })
    const [one, two] = await Promise.all([rename(), rename()])
    const [changed, late] = one.status < two.status ? [one, two] : [two, one]
    expect([changed.status < 300, changed.headers.get("ETag")]).toEqual([true, '"2"'])
    const { updatedDate, ...rest } = made.value
    expect((await read(id)).value).toMatchObject({ ...rest, [member]: "Yeni" })
    expect([late.status, late.headers.get("ETag"), late.value[member]]).toEqual([409, '"2"', "Yeni"])
    const undo = () => call("POST", `/undo/${changed.headers.get("Undo-Token")}`, maker)
    expect([(await undo()).status, (await undo()).status]).toEqual([200, 404])
    expect((await read(id)).value).toMatchObject(rest)

    expect((await read(id, "mert")).status).toBe(404)
    expect((await read(id, "admin")).status).toBe(200)
    const remove = (version: number) => call("DELETE", `${removeOf(kind)}${id}`, maker, undefined, { "If-Match": `"${version}"` })
    const early = await remove(1)
    expect([early.status, early.headers.get("ETag")]).toEqual([409, '"3"'])
    const removed = await remove(3)
    const after = [await read(id), await remove(3), await change(id, { [member]: "Yeni" })]
    expect([removed.status, ...after.map(({ status }) => status)]).toEqual([200, 404, 404, 404])
    expect((await call("POST", `/undo/${removed.headers.get("Undo-Token")}`, maker)).status).toBe(200)
    expect((await read(id)).value).toMatchObject(rest)

    const { entries } = (await call("GET", `/audit/list?entityId=${id}&sortOrder=asc`, maker)).value
    const actions = ["create", "update", "undo", "delete", "undo"]
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(actions)
    const names = entries.flatMap((entry: { after: object | null }) => Object.keys(entry.after ?? {}))
    const ofOtherCalls = ["permissions", "modules", "quotas"]
    expect(names.filter((name: string) => !(name in made.value) && !ofOtherCalls.includes(name))).toEqual([])
    expect((await call("POST", `/audit/${entries[1].id}/restore`, maker)).status).toBe(200)
    expect((await read(id)).value[member]).toBe("Yeni")
  })

  it("is found by when it was changed, until it is deleted, and again when that is undone", async () => {
    const { id } = (await add()).value
    const list = async (since: string | number) => {
      const given = typeof since === "string" ? since : new Date(since).toISOString()
      const { value } = await call("GET", `/${kind}/list?pageSize=100&updatedSince=${encodeURIComponent(given)}`, maker)
      const rows: { id: string; updatedDate: string }[] = value[`${kind}s`]
      return { isFound: rows.some(row => row.id === id), rows, totalCount: value.totalCount }
    }
    signed.api.advance(1_000)
    const changedAt = signed.api.now()
    const before = await list(changedAt)
    await change(id, { [member]: "Yeni" })
    const after = await list(changedAt)
    expect([before.isFound, after.isFound, (await list(changedAt + 1)).isFound]).toEqual([false, true, false])
    expect(after.rows.filter(row => Date.parse(row.updatedDate) < changedAt)).toEqual([])
    expect([before.totalCount + 1, after.totalCount]).toEqual([after.totalCount, after.rows.length])
    const removed = await call("DELETE", `${removeOf(kind)}${id}`, maker)
    expect((await list(changedAt)).isFound).toBe(false)
    signed.api.advance(1_000)
    await call("POST", `/undo/${removed.headers.get("Undo-Token")}`, maker)
    expect((await list(signed.api.now())).isFound).toBe(true)
    expect((await list("2026-03-01")).isFound).toBe(true)
    expect((await list("2026-02-30")).totalCount).toBe((await list("")).totalCount)
  })

  it("is refused with what a field refuses, at the field, on both ways in", async () => {
    const standing = (await add()).value
    const count = () => signed.api.db.$count(kindNamed(kind).table)
    const before = await count()
    const rows = Object.entries(kindNamed(kind).fields).map(([name, field]) => [name, refusedBy(name, field)] as const)
    const wrong: unknown[] = []
    for (const [name, values] of [...rows, ...Object.entries(refused)].filter(([name]) => !skipped.includes(name)))
      for (const [at, value] of values.entries()) {
        const answers = [await add({ [name]: value }), ...(at ? [] : [await change(standing.id, { [name]: value })])]
        for (const answer of answers) {
          const fields = answer.status === 400 ? [...new Set(fieldsOf(answer).map(field => field.split(".")[0]))] : []
          // A field that others are compared with may be refused with them.
          if (fields[0] !== name) wrong.push([name, JSON.stringify(value).slice(0, 60), answer.status, fields])
        }
      }
    expect(wrong).toEqual([])
    expect(await count()).toBe(before)
    expect((await read(standing.id)).headers.get("ETag")).toBe('"1"')
  })
})
