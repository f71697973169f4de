import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { departments, users as table } from "../../../server/src/db/schema"
import { accounts } from "../../api"
import { signAll, startApi, type Who } from "../record-kit"

const { signed, get, tenant } = startApi()
const ids: Partial<Record<Who, string>> = {}
const department = { platform: "", theirs: "" }
beforeAll(async () => {
  const { api } = signed
  for (const who of ["elif", "mert", "admin"] as const) ids[who] = (await get("/api/auth/me", who)).value.userId
  department.platform = (await api.db.select().from(departments)).find(row => row.tenantId === null)?.id ?? ""
  const [made] = await api.db.insert(departments).values({ name: "Depo", tenantId: tenant.theirs }).returning()
  department.theirs = made?.id ?? ""
})

const nextHour = async () => {
  signed.api.advance(3_600_000)
  signed.tokens = await signAll(signed.api)
}
// What is counted in an hour begins anew with each test.
beforeEach(nextHour)

const post = (path: string, body: unknown, who?: Who, headers: Record<string, string> = {}) =>
  signed.api.call("POST", path, { ...(who && { token: signed.tokens[who] }), body, headers })
const bulk = (users: unknown, who: Who | undefined = "elif", more: object = {}, headers: Record<string, string> = {}) =>
  post("/user/bulk", { users, ...more }, who, headers)

let made = 0
const person = (given: object = {}) => ({
  firstName: "Işıl",
  lastName: "Şen",
  email: `toplu.${++made}@yesilova.example`,
  phoneNumber: "0532 555 10 10",
  ...given,
})
const people = (count: number) => Array.from({ length: count }, () => person())
const stored = (email: string) => signed.api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.email, email) })
const total = async (who: Who = "elif") => (await get("/user/list", who)).value.totalCount as number
const count = () => signed.api.db.$count(table)

type Outcome = { index: number; id?: string; errors?: { field: string; message: string }[] }
const summary = (value: Outcome[]) => value.map(({ id, errors }) => (id ? "stored" : errors?.map(({ field }) => field).join()))

const taken = "Bu e-posta adresi başka bir kişiye kayıtlı."
const unusable = "Bu e-posta adresi kullanılamıyor. Başka bir adres yazın ya da platform yöneticisine başvurun."

describe("a batch", () => {
  it.each([
    ["nothing", {}],
    ["no rows", { users: [] }],
    ["a text", { users: "x" }],
    ["a row that is none", { users: [person(), null] }],
    ["101 rows", { users: Array.from({ length: 101 }, () => ({})) }],
    ["a check that is none", { users: [{}], check: "yes" }],
  ])("a body with %s is refused as a whole", async (_, body) => {
    const before = await count()
    expect([(await post("/user/bulk", body, "elif")).status, await count()]).toEqual([400, before])
  })
})

describe("each row", () => {
  it("has an outcome of its own, in the order of the rows", async () => {
    const before = await total()
    const good = person({ departmentId: department.platform, hiredAt: "2024-05-06", score: 3 })
    const rows: [row: object, outcome: string][] = [
      [good, "stored"],
      [person({ firstName: " ", email: "x" }), "firstName,email"],
      [person({ status: "active" }), "status"],
      [person({ email: good.email.toUpperCase() }), "email"],
      [person({ role: "administrator" }), "role"],
      [person({ tenantId: tenant.theirs }), "tenantId"],
      [person({ departmentId: department.theirs }), "departmentId"],
      [person({ departmentId: "x" }), "departmentId"],
      [person({ hiredAt: "2024-02-30" }), "hiredAt"],
      [person({ score: 1.5 }), "score"],
      [person({ logo: "javascript:alert(1)" }), "logo"],
      [person({ email: "a@b.example,c@d.example" }), "email"],
      [person({ tenantId: tenant.sub, role: "tenantAdmin", status: 0 }), "stored"],
    ]
    const { status, value } = await bulk(rows.map(([row]) => row))
    expect([status, summary(value), value.map((row: Outcome) => row.index)]).toEqual([
      200,
      rows.map(([, outcome]) => outcome),
      rows.map((_, index) => index),
    ])
    expect(await total()).toBe(before + 2)
    expect((await get(`/user/${value[0].id}`)).value).toMatchObject({
      ...good,
      tenantId: tenant.own,
      role: "user",
      status: 1,
    })
  })

  it.each([
    ["tr", "Ad gereklidir"],
    ["en", "First name is required"],
  ])("is refused in the caller's language: %s", async (language, message) => {
    const { value } = await bulk([person({ firstName: "" })], "elif", {}, { "Accept-Language": language })
    expect(value).toEqual([{ index: 0, errors: [{ field: "firstName", message }] }])
  })

  it("is in the history and in the tallies as a single create is", async () => {
    const single = (await post("/user/create", person(), "elif")).value.id
    const [{ id }] = (await bulk([person()])).value
    const entries = await signed.api.db.query.audit.findMany({ where: (row, { inArray }) => inArray(row.entityId, [single, id]) })
    const shape = entries.map(({ action, entity, actorId, tenantId, before, after }) => ({
      action,
      entity,
      actorId,
      tenantId,
      before,
      members: Object.keys(after ?? {}).sort(),
    }))
    expect([shape.length, shape[0]]).toEqual([2, shape[1]])
    const before = (await get("/user/list?status=0")).value.totalCount
    await bulk([person({ status: 0 }), person({ status: 0 }), person()])
    expect((await get("/user/list?status=0")).value.totalCount).toBe(before + 2)
    expect(signed.api.outbox.filter(mail => mail.to.startsWith("toplu."))).toEqual([])
  })

  it("is checked by its own ids alone, also when they are made of another row's", async () => {
    const { own } = tenant
    const { platform } = department
    const users = [
      person({ tenantId: own, departmentId: platform }),
      person({ tenantId: `${platform} ${own}` }),
      person({ tenantId: `x ${own}`, departmentId: platform }),
      person({ tenantId: own, departmentId: `${platform} x` }),
    ]
    const { status, value } = await bulk(users)
    expect([status, summary(value ?? [])]).toEqual([200, ["stored", "tenantId", "tenantId", "departmentId"]])
  })

  it("takes the address of somebody who has registered without a company, whose sessions end", async () => {
    const email = `kayitli.${++made}@yesilova.example`
    await post("/api/auth/register", { email, firstName: "Ad", lastName: "Soyad" })
    expect(summary((await bulk([person({ email })])).value)).toEqual(["stored"])
    const rows = await signed.api.db.query.users.findMany({ where: (row, { eq }) => eq(row.email, email) })
    expect(rows.map(row => [row.tenantId, row.deletedAt !== null]).sort()).toEqual(
      [
        [null, true],
        [tenant.own, false],
      ].sort(),
    )
  })
})

describe("two batches", () => {
  it("with the same people at once store each once", async () => {
    const users = people(20)
    const before = await count()
    const answers = await Promise.all([bulk(users), bulk([...users].reverse())])
    const outcomes = answers.flatMap(answer => summary(answer.value))
    expect([(await count()) - before, outcomes.filter(outcome => outcome === "stored").length]).toEqual([20, 20])
    expect(outcomes.filter(outcome => outcome === "email").length).toBe(20)
  })
})

describe("a check", () => {
  it("names what is wrong and what is in reach already, and stores nothing", async () => {
    const known = (await post("/user/create", person({ tenantId: tenant.sub }), "elif")).value.email
    const before = await count()
    const users = [person(), person({ email: known }), person({ lastName: "" }), person({ email: accounts.mert })]
    const { value } = await bulk(users, "elif", { check: true }, { "Idempotency-Key": "check" })
    expect(value).toEqual([
      { index: 0 },
      { index: 1, errors: [{ field: "email", message: taken }], taken: true, person: expect.objectContaining({ email: known }) },
      { index: 2, errors: [{ field: "lastName", message: "Soyad zorunludur" }] },
      { index: 3 },
    ])
    expect(await count()).toBe(before)
    expect((await bulk(people(1), "elif", {}, { "Idempotency-Key": "check" })).status).toBe(200)
  })

  it("never counts nor tells another company's addresses, however many are asked for", async () => {
    const theirs = (await get("/user/list?pageSize=100", "mert")).value.users.map((row: { email: string }) => ({
      ...person(),
      email: row.email,
    }))
    await tell(base - 1)
    for (let time = 0; time < 2; time++) {
      const { status, value } = await bulk(theirs, "elif", { check: true })
      expect([status, value]).toEqual([200, theirs.map((_: unknown, index: number) => ({ index }))])
    }
    expect(await told()).toBe(base - 1)
  })
})

describe("a row with an id", () => {
  const add = async (given: object = {}, who: Who = "elif") => (await post("/user/create", person(given), who)).value

  it("changes the members that it names, as a single change does, and leaves the others", async () => {
    const [one, two] = [await add({ score: 3 }), await add()]
    const before = await count()
    const rows = [
      { id: one.id, firstName: "Ada", departmentId: department.platform, email: "other@yesilova.example" },
      person(),
      { id: two.id, status: 0 },
    ]
    const { value } = await bulk(rows)
    expect([summary(value), value[0].id, value[2].id, (await count()) - before]).toEqual([
      ["stored", "stored", "stored"],
      one.id,
      two.id,
      1,
    ])
    const changed = (await get(`/user/${one.id}`)).value
    expect(changed).toMatchObject({
      ...one,
      ...rows[0],
      email: one.email,
      departmentName: expect.any(String),
    })
    expect((await get(`/user/${two.id}`)).value.status).toBe(0)
    const entries = (await get(`/audit/list?entityId=${one.id}`)).value.entries
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["update", "create"])
  })

  it("is refused alone, without a trace, where a single change is", async () => {
    const [own, theirs] = [await add({ departmentId: department.platform }), await add({}, "mert")]
    const rows: [row: object, outcome: string][] = [
      [{ id: own.id, firstName: " ", phoneNumber: "123" }, "firstName,phoneNumber"],
      [{ id: own.id, departmentId: department.theirs }, "departmentId"],
      [{ id: own.id, status: "off" }, "status"],
      [{ id: own.id, tenantId: tenant.theirs }, "tenantId"],
      [{ id: theirs.id, firstName: "Çalındı" }, "id"],
      [{ id: "00000000-0000-4000-8000-000000000000", firstName: "Yok" }, "id"],
      [{ id: "x", firstName: "Yok" }, "id"],
      [{ id: ids.elif, role: "user" }, "role"],
      [{ id: ids.admin, firstName: "Ele geçti" }, "id"],
      [{ id: own.id, lastName: "Değişti" }, "stored"],
    ]
    const { value } = await bulk(rows.map(([row]) => row))
    expect(summary(value)).toEqual(rows.map(([, outcome]) => outcome))
    expect((await get(`/user/${own.id}`)).value).toMatchObject({ ...own, lastName: "Değişti" })
    expect((await get(`/user/${theirs.id}`, "mert")).value).toEqual(theirs)
    expect((await bulk([{ id: own.id, firstName: "x" }], "user")).status).toBe(403)
  })

  it("ends the sessions of a person whose access changes", async () => {
    const own = await add({ role: "tenantAdmin", email: `yetkili.${++made}@yesilova.example` })
    const session = await signed.api.signIn(own.email)
    await bulk([{ id: own.id, status: 0 }])
    expect((await signed.api.call("GET", "/api/auth/me", { token: session })).status).toBe(401)
  })

  it("is found by a check, which names who has an address whatever else is wrong with the row", async () => {
    const own = await add()
    const { value } = await bulk([{ email: own.email.toUpperCase() }, { email: accounts.mert }], "elif", { check: true })
    expect([value[0].person, value[0].taken, value[1].person]).toEqual([own, true, undefined])
  })
})

/** Of others' addresses an account is told ten an hour, a hundred times as many in a demonstration. */
const base = 1_000
/** As if Elif's account had been told of so many in this hour. */
const tell = async (calls: number) => {
  const start = new Date(signed.api.now() - (signed.api.now() % 3_600_000)).toISOString()
  await signed.api.db.execute(`insert into limits (key, window_start, calls)
    values ('foreign addresses account ${ids.elif}', '${start}', ${calls})
    on conflict (key, window_start) do update set calls = excluded.calls`)
}
/** How many of others' addresses Elif's account was told of in this hour. */
const told = async () => {
  const key = `foreign addresses account ${ids.elif}`
  const [row] = await rowsOf<{ calls: number }>(
    signed.api.db,
    `select calls from limits where key = '${key}' and window_start > '${new Date(signed.api.now() - 3_600_000).toISOString()}'`,
  )
  return Number(row?.calls ?? 0)
}

describe("another company's addresses", () => {
  const foreign = () => person({ email: accounts.mert })
  // The demonstration's people were not added within the hour.
  beforeAll(() => signed.api.db.execute("update users set created_at = '2026-01-01' where email not like 'toplu.%'"))

  it("cannot be used, for no reason that is told, and the other rows are stored", async () => {
    const { value } = await bulk([person(), foreign(), person()])
    expect([summary(value), value[1].errors]).toEqual([["stored", "email", "stored"], [{ field: "email", message: unusable }]])
    expect((await stored(accounts.mert))?.tenantId).toBe(tenant.theirs)
    expect(await told()).toBe(1)
    expect((await bulk([foreign()], "admin", {})).value[0].errors[0].field).toBe("tenantId")
    expect((await bulk([{ ...foreign(), tenantId: tenant.own }], "admin")).value[0].errors[0].message).toBe(taken)
  })

  it("are told of ten times an hour; then every new address is refused alike, before it is looked up", async () => {
    await tell(base - 1)
    expect(summary((await bulk([foreign()])).value)).toEqual(["email"])
    const before = await count()
    const answers = [
      await bulk([foreign()]),
      await bulk([person()]),
      await post("/user/create", person(), "elif"),
      await post("/user/create", foreign(), "elif"),
    ]
    expect(answers.map(answer => [answer.status, answer.body.value])).toEqual(answers.map(() => [429, null]))
    expect(Number(answers[0]?.headers.get("Retry-After"))).toBeGreaterThan(0)
    expect(await count()).toBe(before)
    const own = (await get("/user/list")).value.users[0]
    const change = (body: object) => signed.api.call("PUT", `/api/users/update/${own.id}`, { token: signed.tokens.elif, body })
    expect([
      (await change({ firstName: "Yeni", email: own.email })).status,
      (await change({ email: person().email })).status,
    ]).toEqual([200, 429])
    expect((await bulk([foreign()], "elif", { check: true })).status).toBe(200)
    await nextHour()
    expect(summary((await bulk([person()])).value)).toEqual(["stored"])
  })

  it("are told of no more often by calls at the same time", async () => {
    await tell(base - 2)
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => post("/user/create", foreign(), "elif")))
    expect(answers.map(answer => answer.status).sort()).toEqual([400, 400, 429, 429, 429, 429])
    expect(await told()).toBe(base)
    await nextHour()
    await tell(base - 1)
    const batches = await Promise.all(
      [1, 2, 3].map(() => bulk([foreign(), foreign()].map((row, at) => ({ ...row, email: at ? accounts.admin : row.email })))),
    )
    expect(batches.map(answer => answer.status).sort()).toEqual([200, 429, 429])
    expect(await told()).toBe(base + 1)
  })

  it("do not keep new addresses from being stored at the same time, which are told of no more often", async () => {
    await tell(base - 10)
    const fresh = await Promise.all(Array.from({ length: 20 }, () => post("/user/create", person(), "elif")))
    expect(fresh.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([])
    expect(await told()).toBe(base - 10)
    const own = (await get("/user/list")).value.users[0]
    const calls = Array.from({ length: 20 }, (_, at) => {
      if (at % 4 === 0) return bulk([foreign()])
      if (at % 4 === 1)
        return signed.api.call("PUT", `/api/users/update/${own.id}`, {
          token: signed.tokens.elif,
          body: { email: accounts.mert },
        })
      return post("/user/create", foreign(), "elif")
    })
    const taken = (await Promise.all(calls)).map(({ status }) => status)
    expect([
      taken.filter(status => status === 200 || status === 400).length,
      taken.filter(status => status === 429).length,
    ]).toEqual([10, 10])
    expect(await told()).toBe(base)
  })

  it("count nothing where the database fails in between", async () => {
    const { db } = signed.api
    await db.execute(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'gone' using errcode = '53200'; end $$`)
    await db.execute(
      "create trigger fail before insert on users for each row when (new.first_name = 'Kopan') execute function fail()",
    )
    try {
      const failing = () => person({ firstName: "Kopan" })
      const answers = await Promise.all([
        post("/user/create", failing(), "elif"),
        bulk([failing()]),
        post("/user/create", failing(), "elif"),
      ])
      expect([answers.map(({ status }) => status), await told()]).toEqual([[503, 503, 503], 0])
      expect((await post("/user/create", person(), "elif")).status).toBe(200)
    } finally {
      await db.execute("drop trigger fail on users")
      await db.execute("drop function fail")
    }
  })

  it("count no call that tells of none", async () => {
    const own = (await post("/user/create", person(), "elif")).value
    const change = (body: object) => signed.api.call("PUT", `/api/users/update/${own.id}`, { token: signed.tokens.elif, body })
    const answers = [
      await post("/user/create", person({ email: own.email }), "elif"),
      await post("/user/create", person({ firstName: "" }), "elif"),
      await change({ email: person().email }),
      await bulk([person(), person({ lastName: "" })]),
      await bulk([foreign()], "admin"),
      await post("/user/create", { ...foreign(), tenantId: tenant.own }, "admin"),
    ]
    expect([answers.map(answer => answer.status), await told()]).toEqual([[400, 400, 200, 200, 200, 400], 0])
  })

  it("are told of once more for every fifty people added in the hour, as long as those are there", async () => {
    await tell(base)
    expect((await bulk([foreign()])).status).toBe(429)
    await tell(0)
    const batch = (await bulk(people(100))).value as Outcome[]
    await tell(base)
    expect(summary((await bulk([foreign()])).value)).toEqual(["email"])
    expect(summary((await bulk([foreign(), person()])).value)).toEqual(["email", "stored"])
    expect((await bulk([foreign()])).status).toBe(429)
    await tell(base)
    const gone = batch.slice(0, 52).map(({ id }) => `'${id}'`)
    await signed.api.db.execute(`update users set deleted_at = now() where id in (${gone})`)
    expect((await bulk([foreign()])).status).toBe(429)
  })

  it("end no batch in the middle: what one batch holds too many of is told, and the next waits", async () => {
    await tell(base - 1)
    const theirs = (await get("/user/list?pageSize=50", "mert")).value.users.map((row: { email: string }) => person(row))
    const { status, value } = await bulk([...theirs.map(({ email }: { email: string }) => person({ email })), person()])
    expect([status, value.filter((row: Outcome) => row.errors).length, value.at(-1).id]).toEqual([200, 50, expect.any(String)])
    expect((await bulk(people(1))).status).toBe(429)
  })
})

describe("the audit log of an upload", () => {
  const audit = async (query: string, who: Who = "elif") => (await get(`/audit/list?${query}`, who)).value
  const upload = (given: object = {}) => ({
    upload: { id: "yükleme", file: "yeni.csv", rows: 7, unchanged: 1, skipped: 2, ...given },
  })

  it("has one entry for all batches, with the file, the counts and the refused rows", async () => {
    const before = (await audit("")).totalCount
    const known = (await bulk(people(1))).value[0].id
    const [named, ...rest] = people(2)
    await bulk(
      [
        { ...named, firstName: "Kayıtlarda aranan", row: 2 },
        { ...person({ email: "x" }), row: 3 },
      ],
      "elif",
      upload(),
    )
    await bulk([...rest, { id: known, score: 4, row: 5 }], "elif", upload())
    const { entries, totalCount } = await audit("pageSize=1")
    expect(totalCount - before).toBe(2)
    const [{ id, entityId, ...entry }] = entries
    expect(entry).toMatchObject({ action: "upload", entity: "user", title: "yeni.csv", actorId: ids.elif, isDeleted: false })
    expect(entry.after).toEqual({
      ...{ file: "yeni.csv", rows: 7, unchanged: 1, skipped: 2, created: 2, updated: 1, refused: 1 },
      refusals: [{ row: 3, errors: [{ field: "email", message: expect.any(String) }] }],
    })
    const rows = await audit(`upload=${entityId}`)
    expect(rows.entries.map((row: { action: string }) => row.action)).toEqual(["update", "create", "create"])
    expect((await audit(`entityId=${known}`)).totalCount).toBe(2)
    expect((await audit(`keyword=${encodeURIComponent("kayıtlarda aranan")}`)).entries[0].action).toBe("create")
    expect((await audit(`keyword=elif&pageSize=1`)).entries[0].id).toBe(id)
    expect((await audit(`upload=${entityId}`, "mert")).totalCount).toBe(0)
    expect((await post(`/audit/${id}/restore`, {}, "elif")).status).toBe(409)
  })

  it("belongs to the account that names it, and hides nothing of another one or of a subsidiary", async () => {
    await bulk([person({ tenantId: tenant.sub })], "elif", upload({ id: "ortak" }))
    await bulk([person()], "mert", upload({ id: "ortak" }))
    expect((await audit("pageSize=2")).entries.map((row: { action: string }) => row.action)).toEqual(["create", "upload"])
    expect((await audit("pageSize=1", "mert")).entries[0]).toMatchObject({ action: "upload", after: { created: 1 } })
  })
})

describe("the undo of an upload", () => {
  const upload = { id: "geri", file: "geri.csv", rows: 4, unchanged: 0, skipped: 0 }
  const undo = (answer: { headers: Headers }, who: Who = "elif") =>
    post(`/undo/${answer.headers.get("Undo-Token")}`, undefined, who)

  it("removes whom a batch created and returns whom it changed, and names those who have changed or taken part since", async () => {
    const old = (await bulk([person({ score: 1 }), person({ score: 1 })], "elif")).value.map(({ id }: Outcome) => id)
    const fresh = people(3)
    const made = await bulk([...fresh, ...old.map((id: string) => ({ id, score: 5 }))], "elif", { upload })
    const [gone, edited, signedIn] = made.value.map(({ id }: Outcome) => id)
    await signed.api.call("PUT", `/api/users/update/${edited}`, { token: signed.tokens.elif, body: { firstName: "Değişen" } })
    await signed.api.call("PUT", `/api/users/update/${old[1]}`, { token: signed.tokens.elif, body: { score: 7 } })
    await signed.api.db.execute(`update users set signed_in_at = now() where id = '${signedIn}'`)
    expect((await undo(made, "mert")).status).toBe(404)
    const { status, value } = await undo(made)
    expect(status).toBe(200)
    expect(value.kept.map(({ name, reason }: { name: string; reason: string }) => `${name}: ${reason}`).sort()).toEqual([
      "Değişen Şen: sonradan değiştirildi",
      "Işıl Şen: giriş yaptı ya da katıldı",
      "Işıl Şen: sonradan değiştirildi",
    ])
    const find = (id: string) => signed.api.db.query.users.findFirst({ where: (row, { eq }) => eq(row.id, id) })
    expect((await find(gone))?.deletedAt).not.toBeNull()
    expect([(await find(edited))?.deletedAt, (await find(signedIn))?.deletedAt]).toEqual([null, null])
    expect([(await find(old[0]))?.score, (await find(old[1]))?.score]).toEqual([1, 7])
    expect((await undo(made)).status).toBe(404)
    expect((await bulk([fresh[0]], "elif")).value).toEqual([{ index: 0, id: expect.any(String) }])
  })

  it("is offered of an upload alone, and for twenty minutes from each batch", async () => {
    expect((await bulk(people(1), "elif")).headers.get("Undo-Token")).toBeNull()
    const made = await bulk(people(100), "elif", { upload })
    signed.api.advance(19 * 60_000)
    signed.tokens = await signAll(signed.api)
    expect((await undo(made)).value).toEqual({ kept: [] })
    const late = await bulk(people(1), "elif", { upload })
    signed.api.advance(20 * 60_000)
    signed.tokens = await signAll(signed.api)
    expect((await undo(late)).status).toBe(404)
  })
})
