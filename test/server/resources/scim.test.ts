import { scimPatch } from "scim-patch"
import SCIMMY from "scimmy"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { eligibilities } from "../../../src/contract/draws/draws"
import { createSteps } from "../draw-kit"
import { startApi } from "../record-kit"
import { createSurveyKit } from "../survey-kit"

/** People from a company's directory (docs/contract.md#scim): requests as Entra ID and Okta document them, read by other programs. */
const { signed, send, tenant } = startApi({ env: { PUBLIC_URL: "https://kampanya.example" } })
const core = "urn:ietf:params:scim:schemas:core:2.0:User"
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
const patchOp = "urn:ietf:params:scim:api:messages:2.0:PatchOp"
let token = ""

const tokenOf = async (scopes: string[], who: "elif" | "mert" = "elif") =>
  (await send("POST", "/token", who, { name: "Dizin", scopes, days: 9 })).value.secret as string
beforeAll(async () => {
  token = await tokenOf(["employees.provision"])
})

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, secret = token) =>
  signed.api.call(method, `/scim/v2${path}`, {
    token: secret,
    body,
    headers: { "Accept-Language": "en", ...(body !== undefined && { "Content-Type": "application/scim+json" }), ...headers },
  })
const patch = (id: string, Operations: object[], headers = {}) =>
  call("PATCH", `/Users/${id}`, { schemas: [patchOp], Operations }, headers)
const filtered = async (filter: string) => (await call("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body

let made = 0
let email = ""
beforeEach(() => {
  email = `dizin${++made}@yesilova.example`
})
const ofEntra = (given: object = {}) => ({
  schemas: [core, enterprise],
  externalId: `entra-${made}`,
  userName: email,
  active: true,
  displayName: "Işıl Şen",
  title: "Müdür",
  emails: [{ primary: true, type: "work", value: email }],
  meta: { resourceType: "User" },
  name: { formatted: "Işıl Şen", familyName: "Şen", givenName: "Işıl" },
  phoneNumbers: [
    { type: "mobile", value: "+905320000001" },
    { type: "work", value: "+905325551010" },
  ],
  [enterprise]: { department: "Dizin Bölümü", manager: { value: "26118915" }, employeeNumber: "701984" },
  roles: [],
  ...given,
})
const ofOkta = (given: object = {}) => ({
  schemas: [core],
  userName: email,
  name: { givenName: "Umut", familyName: "Kaya" },
  emails: [{ primary: true, value: email, type: "work" }],
  displayName: "Umut Kaya",
  locale: "en-US",
  externalId: `00u${made}`,
  groups: [],
  password: "1mz050nq",
  active: true,
  ...given,
})
const create = async (body: object = ofEntra()) => {
  const answer = await call("POST", "/Users", body)
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body
}
const personOf = async (id: string) => (await send("GET", `/user/${id}`)).value
const refusalOf = ({ status, body }: { status: number; body: { status: string; scimType?: string } }) => [
  status,
  Number(body.status),
  body.scimType,
]

it("creates, reads, replaces, changes and ends a person, as other programs read it", async () => {
  const user = await create()
  expect(new SCIMMY.Schemas.User(user, "out").userName).toBe(email)
  expect(user).toMatchObject({
    schemas: [core, enterprise],
    externalId: `entra-${made}`,
    name: { givenName: "Işıl", familyName: "Şen", formatted: "Işıl Şen" },
    title: "Müdür",
    active: true,
    phoneNumbers: [{ value: "+905325551010", type: "work", primary: true }],
    [enterprise]: { department: "Dizin Bölümü" },
    meta: { version: 'W/"1"', location: `https://kampanya.example/backend/scim/v2/Users/${user.id}` },
  })
  const got = await call("GET", `/Users/${user.id}`)
  expect([got.status, got.headers.get("ETag"), got.headers.get("Content-Type")]).toEqual([200, 'W/"1"', "application/scim+json"])
  expect(got.body).toEqual(user)
  expect(await personOf(user.id)).toMatchObject({
    email,
    role: "user",
    tenantId: tenant.own,
    departmentName: "Dizin Bölümü",
    jobTitle: "Müdür",
    status: 1,
  })

  const put = await call("PUT", `/Users/${user.id}`, ofOkta({ externalId: "yeni" }))
  expect(put.body).toMatchObject({ externalId: "yeni", name: { givenName: "Umut" }, meta: { version: 'W/"2"' } })
  // What the directory gave before and gives no more is empty.
  expect([put.body.phoneNumbers, put.body[enterprise]]).toEqual([undefined, undefined])

  expect((await call("DELETE", `/Users/${user.id}`)).status).toBe(204)
  expect(refusalOf(await call("GET", `/Users/${user.id}`))).toEqual([404, 404, undefined])
  expect((await filtered(`userName eq "${email}"`)).totalResults).toBe(0)
  expect(await personOf(user.id)).toMatchObject({ status: 0, directory: [] })
  // Who comes back is the same person.
  expect(await create()).toMatchObject({ id: user.id, active: true, name: { givenName: "Işıl" } })
  const { entries } = (await send("GET", `/audit/list?entityId=${user.id}&pageSize=10`)).value
  expect(entries.every((entry: { actorToken?: string }) => entry.actorToken === "Dizin")).toBe(true)
})

describe("changes", () => {
  it.each<[string, object[], object]>([
    [
      "Entra ID: paths, `Replace`",
      [
        { op: "Replace", path: "name.familyName", value: "Ak" },
        { op: "Replace", path: 'emails[type eq "work"].value', value: "x@y.example" },
      ],
      { name: { familyName: "Ak" } },
    ],
    [
      "Entra ID: `Add` with a schema in the path, manager",
      [
        { op: "Add", path: `${enterprise}:department`, value: "Satış Dizini" },
        { op: "Add", path: `${enterprise}:manager`, value: [{ $ref: null, value: "4711" }] },
      ],
      { [enterprise]: { department: "Satış Dizini" } },
    ],
    [
      "Entra ID: no path, many values with paths as names",
      [
        {
          op: "replace",
          value: {
            displayName: "Ada Su",
            title: "Uzman",
            "name.givenName": "Ada",
            [`${enterprise}:department`]: "Satış Dizini",
            active: true,
          },
        },
      ],
      { name: { givenName: "Ada" }, title: "Uzman", [enterprise]: { department: "Satış Dizini" } },
    ],
    ["Entra ID: active as a text", [{ op: "Replace", path: "active", value: "False" }], { active: false }],
    [
      "Entra ID: a number by its type",
      [{ op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+905325552020" }],
      { phoneNumbers: [{ value: "+905325552020" }] },
    ],
    ["Okta: no path, active alone", [{ op: "replace", value: { active: false } }], { active: false }],
    [
      "Okta: objects",
      [{ op: "replace", value: { name: { givenName: "Ada", familyName: "Su" }, [enterprise]: { department: "Satış Dizini" } } }],
      { name: { givenName: "Ada", familyName: "Su" }, [enterprise]: { department: "Satış Dizini" } },
    ],
    [
      "capital letters in names and schemas",
      [
        { Op: "ADD", Path: `${enterprise.toUpperCase()}:Department`, Value: "Satış Dizini" },
        { op: "replace", path: `${core.toUpperCase()}:UserName`, value: "BUYUK@yesilova.example" },
      ],
      { userName: "buyuk@yesilova.example", [enterprise]: { department: "Satış Dizini" } },
    ],
    [
      "remove",
      [
        { op: "remove", path: "phoneNumbers" },
        { op: "Remove", path: `${enterprise}:department` },
        { op: "remove", path: "externalId" },
      ],
      {},
    ],
  ])("%s", async (_, operations, expected) => {
    const user = await create()
    const { status, body } = await patch(user.id, operations)
    expect([status, body.detail]).toEqual([200, undefined])
    expect(body).toMatchObject(expected)
    if (operations.length === 3)
      expect([body.phoneNumbers, body[enterprise], body.externalId]).toEqual([undefined, undefined, undefined])
    expect((await call("GET", `/Users/${user.id}`)).body).toEqual(body)
  })

  it("changes what the operations name, as another program does", async () => {
    const user = await create()
    const operations = [
      { op: "replace", path: "active", value: false },
      { op: "add", path: "name.givenName", value: "Ada" },
      { op: "replace", path: `${enterprise}:department`, value: "Satış Dizini" },
      { op: "remove", path: "externalId" },
      { op: "replace", path: 'phoneNumbers[type eq "work"].value', value: "+905325553030" },
    ] as const
    const { meta: _, name, displayName: __, ...expected } = scimPatch(structuredClone(user), operations as never) as typeof user
    const { body } = await patch(user.id, [...operations])
    expect(body).toMatchObject({ ...expected, name: { givenName: name.givenName, familyName: name.familyName } })
    expect(body.externalId).toBeUndefined()
  })

  it("writes nothing for what is so already, and nothing over another version", async () => {
    const user = await create()
    expect(
      (await patch(user.id, [{ op: "replace", value: { active: "True", "name.givenName": "Işıl" } }])).body.meta.version,
    ).toBe('W/"1"')
    expect((await call("PUT", `/Users/${user.id}`, ofEntra())).body.meta.version).toBe('W/"1"')
    const operations = [{ op: "replace", path: "name.givenName", value: "Ada" }]
    expect(refusalOf(await patch(user.id, operations, { "If-Match": 'W/"7"' }))).toEqual([412, 412, undefined])
    expect((await patch(user.id, operations, { "If-Match": 'W/"1"' })).body.meta.version).toBe('W/"2"')
    expect((await call("GET", `/Users/${user.id}`, undefined, { "If-None-Match": 'W/"2"' })).status).toBe(304)
  })
})

describe("lists", () => {
  it("finds people by userName in any case, by externalId and by both, and pages", async () => {
    const user = await create()
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      `externalId eq "entra-${made}"`,
      `USERNAME EQ "${email}" and externalId eq "entra-${made}"`,
      `${core}:userName eq "${email}"`,
    ]) {
      const found = await filtered(filter)
      expect([filter, found.totalResults, found.Resources[0]]).toEqual([filter, 1, user])
      expect(new SCIMMY.Messages.ListResponse(found).totalResults).toBe(1)
    }
    expect(await filtered('userName eq "kimse@yok.example"')).toMatchObject({ totalResults: 0, Resources: [], itemsPerPage: 0 })
    expect((await filtered(`externalId eq "entra-${made}" and userName eq "baska@yesilova.example"`)).totalResults).toBe(0)
    const { body: all } = await call("GET", "/Users?count=0")
    expect(all).toMatchObject({ Resources: [], itemsPerPage: 0, startIndex: 1 })
    const page = async (query: string) =>
      (await call("GET", `/Users?${query}`)).body.Resources.map(({ id }: { id: string }) => id)
    expect(await page("startIndex=2&count=2")).toEqual((await page("count=3")).slice(1))
    expect(await page(`startIndex=${all.totalResults}&count=5`)).toHaveLength(1)
    expect(await page("startIndex=-3&count=-1")).toEqual([])
  })

  it.each(['userName sw "a"', "userName eq", 'userName eq "a" or externalId eq "b"', 'title eq "a"', 'userName eq "a" and'])(
    "refuses the filter %s",
    async filter =>
      expect(refusalOf(await call("GET", `/Users?filter=${encodeURIComponent(filter)}`))).toEqual([400, 400, "invalidFilter"]),
  )
})

describe("refusals", () => {
  it("refuses an address and an externalId that somebody has", async () => {
    const { externalId } = await create()
    expect(refusalOf(await call("POST", "/Users", ofEntra({ externalId: "baska" })))).toEqual([409, 409, "uniqueness"])
    const other = { ...ofEntra(), userName: "baska1@yesilova.example" }
    expect(refusalOf(await call("POST", "/Users", other))).toEqual([409, 409, "uniqueness"])
    // The address of another company's person.
    expect(refusalOf(await call("POST", "/Users", ofEntra({ userName: "mert.aydin@sarikum.example", externalId: "m" })))).toEqual(
      [409, 409, "uniqueness"],
    )
    const { id } = await create({ ...other, externalId: "baska" })
    expect(refusalOf(await patch(id, [{ op: "replace", value: { externalId } }]))).toEqual([409, 409, "uniqueness"])
    expect(refusalOf(await patch(id, [{ op: "replace", value: { userName: email } }]))).toEqual([409, 409, "uniqueness"])
  })

  it.each<[string, object, string | undefined]>([
    ["no names", { name: {}, displayName: "" }, "invalidValue"],
    ["no address", { userName: "isilsen" }, "invalidValue"],
    ["a list as a name", { name: { givenName: [{ value: ["a"] }], familyName: "Ak" } }, "invalidValue"],
    ["an unknown state", { active: "belki" }, "invalidValue"],
    ["a wrong number", { phoneNumbers: [{ value: "123" }] }, "invalidValue"],
  ])("refuses %s", async (_, given, type) =>
    expect(refusalOf(await call("POST", "/Users", ofEntra(given)))).toEqual([400, 400, type]),
  )

  it.each<[unknown, string | undefined]>([
    [[], "invalidValue"],
    [[{ op: "move", path: "active" }], "invalidValue"],
    [[{ op: "remove" }], "invalidPath"],
    [[{ op: "replace", path: "name[", value: "x" }], "invalidPath"],
    [[{ op: "replace", path: "name.givenName" }], "invalidValue"],
  ])("refuses the operations %j", async (operations, type) => {
    const { id } = await create()
    expect(refusalOf(await patch(id, operations as object[]))).toEqual([400, 400, type])
  })

  it("answers in SCIM's form before a call is read, too", async () => {
    const json = await call("POST", "/Users", "{")
    expect(refusalOf(json)).toEqual([400, 400, "invalidSyntax"])
    expect(refusalOf(await call("GET", "/Users", undefined, {}, ""))).toEqual([401, 401, undefined])
    expect(refusalOf(await call("GET", "/Groups"))).toEqual([404, 404, undefined])
    expect(refusalOf(await call("GET", "/Users", undefined, {}, await tokenOf(["employees.write"])))).toEqual([
      403,
      403,
      undefined,
    ])
    expect(json.body).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], detail: expect.any(String) })
    // The scope is for these calls alone.
    expect((await signed.api.call("GET", "/user/list", { token })).status).toBe(403)
  })

  it("keeps to the people of the company, and to those who are no administrators", async () => {
    const { id } = await create()
    const theirs = await tokenOf(["employees.provision"], "mert")
    for (const method of ["GET", "PUT", "PATCH", "DELETE"])
      expect(
        (await call(method, `/Users/${id}`, method === "GET" || method === "DELETE" ? undefined : {}, {}, theirs)).status,
      ).toBe(404)
    const { Resources } = await filtered('userName eq "elif.yilmaz@yesilova.example"')
    const admin = Resources[0]
    for (const value of [{ active: false }, { userName: "saldirgan@yesilova.example" }])
      expect(refusalOf(await patch(admin.id, [{ op: "replace", value }]))).toEqual([403, 403, undefined])
    expect((await call("DELETE", `/Users/${admin.id}`)).status).toBe(403)
    expect(
      await create(ofEntra({ userName: "rol@yesilova.example", externalId: "rol", roles: [{ value: "tenantAdmin" }] })),
    ).toMatchObject({ active: true })
    expect((await send("GET", "/user/list?keyword=rol@yesilova.example")).value.users[0].role).toBe("user")
  })
})

describe("in the console", () => {
  it("what the directory writes is changed by nobody else; the rest is", async () => {
    const { id } = await create()
    expect((await personOf(id)).directory).toEqual([
      "firstName",
      "lastName",
      "email",
      "status",
      "tenantId",
      "phoneNumber",
      "departmentId",
      "jobTitle",
    ])
    for (const given of [
      { jobTitle: "Şef" },
      { firstName: "Ada" },
      { status: 0 },
      { email: "yeni@yesilova.example" },
      { departmentId: null },
    ]) {
      const answer = await send("PUT", `/api/users/update/${id}`, "elif", given)
      expect([answer.status, answer.body.validationErrors.map((entry: { propertyName: string }) => entry.propertyName)]).toEqual([
        400,
        Object.keys(given),
      ])
    }
    expect((await send("PUT", `/api/users/update/${id}`, "elif", { firstName: "Işıl", score: 7 })).value.score).toBe(7)
    await patch(id, [{ op: "replace", path: "name.givenName", value: "Ada" }])
    const { entries } = (await send("GET", `/audit/list?entityId=${id}&pageSize=10`)).value
    const restored = await send("POST", `/audit/${entries.at(-1).id}/restore`, "elif", {})
    expect([restored.status, (await personOf(id)).firstName]).toEqual([409, "Ada"])
    // An administrator is kept here.
    expect((await send("PUT", `/api/users/update/${id}`, "elif", { role: "tenantAdmin" })).value.directory).toEqual([])
    expect((await patch(id, [{ op: "replace", value: { active: false } }])).status).toBe(403)
  })

  it("a person without a number keeps having none, until somebody enters one", async () => {
    const { id } = await create(ofOkta())
    expect((await send("PUT", `/api/users/update/${id}`, "elif", { score: 3 })).status).toBe(200)
    expect((await send("PUT", `/api/users/update/${id}`, "elif", { phoneNumber: "0532 555 10 10" })).status).toBe(200)
    // A directory that gives no number leaves that of the console.
    expect((await call("PUT", `/Users/${id}`, ofOkta({ displayName: "U" }))).body.phoneNumbers).toHaveLength(1)
  })
})

it("who leaves is out of open draws, of mailed surveys and of all sessions at once, and no figure tells who has answered", async () => {
  const { survey, invite, must } = createSurveyKit(() => signed)
  const steps = createSteps(() => signed)
  const people = []
  for (let at = 0; at < 6; at++) {
    email = `ayrilan${at}@yesilova.example`
    people.push(await create(ofOkta({ externalId: `ayrilan${at}`, [enterprise]: { department: "Ayrılanlar" } })))
  }
  const [answered, leaver] = people
  const departmentId = (await personOf(leaver.id)).departmentId
  const session = await signed.api.signIn(leaver.userName)
  const drawId = await steps.create({ eligibility: eligibilities.value("specific"), departmentId })
  const made = await survey({ departmentIds: [departmentId] })
  const { questions } = await must("GET", `/survey/${made.id}`)
  expect((await invite(made.id, { mail: true })).value.mailed).toBe(6)
  const linkOf = (to: string) =>
    /survey\/([\w-]+)/.exec(signed.api.outbox.findLast(mail => mail.to === to)?.link ?? "")?.[1] ?? ""
  const answer = (to: string) =>
    signed.api.call("POST", `/survey/${made.id}/answers`, {
      body: { token: linkOf(to), answers: [{ questionId: questions[0].id, value: "Çay" }] },
    })
  expect((await answer(answered.userName)).status).toBe(200)
  const figures = async () => {
    const { people: _, ...counts } = (await send("GET", `/survey/${made.id}/invitations`)).value
    return counts
  }
  const before = await figures()
  const ended = async (id: string) => {
    expect((await patch(id, [{ op: "Replace", path: "active", value: "False" }])).body.active).toBe(false)
    return figures()
  }
  const reminders = (mails: number) => ({ ...before, inGroups: true, reminders: { ...before.reminders, mails } })
  const afterFirst = await ended(leaver.id)
  expect(afterFirst).toEqual(reminders(5))
  expect((await signed.api.call("GET", "/api/auth/me", { token: session })).status).toBe(401)
  expect((await answer(leaver.userName)).status).toBe(404)
  expect((await signed.api.call("GET", `/go/survey/${linkOf(leaver.userName)}`)).status).toBe(404)
  expect((await ended(answered.id)).answered).toBe(before.answered)
  expect((await steps.lock(drawId, { publicRandomness: { kind: 0 } })).status).toBe(200)
  const entries = await rowsOf<{ id: string }>(
    signed.api.db,
    `select employee_id as id from draw_entries where draw_id = '${drawId}'`,
  )
  expect(entries.map(({ id }) => id).sort()).toEqual(
    people
      .slice(2)
      .map(({ id }) => id)
      .sort(),
  )
})

it("tells what is supported, in schemas that another program reads", async () => {
  const { body } = await call("GET", "/Schemas")
  const read = body.Resources.map((schema: { id: string }) => schema.id)
  expect(read).toEqual([core, enterprise])
  for (const id of read)
    expect((await call("GET", `/Schemas/${id}`)).body).toEqual(body.Resources.find((schema: { id: string }) => schema.id === id))
  // Each attribute is one of the standard, with its type.
  const standard = { [core]: SCIMMY.Schemas.User, [enterprise]: SCIMMY.Schemas.EnterpriseUser }
  for (const { id, attributes } of body.Resources) {
    const known = JSON.parse(JSON.stringify(standard[id as keyof typeof standard].definition.describe().attributes))
    for (const { name, type, multiValued } of attributes)
      expect([name, known.find((attribute: { name: string }) => attribute.name === name)]).toEqual([
        name,
        expect.objectContaining({ type, multiValued }),
      ])
  }
  expect((await call("GET", "/ResourceTypes/User")).body).toMatchObject({ endpoint: "/Users", schema: core })
  expect((await call("GET", "/ServiceProviderConfig")).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    etag: { supported: true },
  })
})
