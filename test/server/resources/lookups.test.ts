import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { brands, campaigns, categories, departments, gifts, payments, users } from "../../../server/src/db/schema"
import { setNeeds } from "../../approval-kit"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Categories and departments are renamed, retired, removed, merged, and each of it is taken back (docs/contract.md#categories). */
const { signed, send, get, tenant } = startApi()

type Kind = "category" | "department"

/** Adds one. @param tenantId null: the platform's */
const add = async (kind: Kind, tenantId: string | null = null, name = `Ad ${randomUUID()}`) => {
  const { db } = signed.api
  const insert = kind === "category" ? db.insert(categories).values({ name }) : db.insert(departments).values({ name, tenantId })
  const [row] = await insert.returning()
  if (!row) throw new Error("nothing was stored")
  return row
}
const put = (kind: Kind, id: string, body: object, who: Who, headers = {}) => send("PUT", `/${kind}/${id}`, who, body, headers)
const remove = (kind: Kind, id: string, who: Who) => send("DELETE", `/${kind}/${id}`, who)
const merge = (kind: Kind, id: string, into: string, who: Who) => send("POST", `/${kind}/${id}/merge`, who, { into })
const undo = (answer: { headers: Headers }, who: Who) => send("POST", `/undo/${answer.headers.get("Undo-Token")}`, who, {})
const listed = async (kind: Kind, id: string) =>
  (await get(`/${kind}/list`, "admin")).value.find((row: { id: string }) => row.id === id)
const used = async (kind: Kind, id: string, who: Who) =>
  (await get(`/${kind}/usage`, who)).value.find((row: { id: string }) => row.id === id)
const rows = <T = Record<string, unknown>>(statement: string) => rowsOf<T>(signed.api.db, statement)
const logOf = async (id: string) =>
  (await rows<{ action: string }>(`select action from audit where entity_id = '${id}' order by id`)).map(({ action }) => action)

/** Records of each kind that name a category. @param more a category that lists have beside it */
const nameCategory = async (categoryId: string, more: string[] = []) => {
  const { db } = signed.api
  const owner = { tenantId: tenant.own }
  const [brand] = await db
    .insert(brands)
    .values({ name: "Adlandıran", categoryId, ...owner })
    .returning()
  const [sample] = await db.select().from(campaigns).limit(1)
  if (!brand || !sample) throw new Error("nothing was stored")
  const { id: _, search: __, sortName: ___, ...columns } = sample
  const made = {
    brand,
    campaign: (
      await db
        .insert(campaigns)
        .values({ ...columns, categoryId, intent: "live", ...owner })
        .returning()
    )[0],
    gift: (
      await db
        .insert(gifts)
        .values({ cardName: "Adlandıran", categoryIds: [...more, categoryId], ...owner })
        .returning()
    )[0],
    payment: (
      await db
        .insert(payments)
        .values({ name: "Adlandıran", categoryIds: [categoryId], ...owner })
        .returning()
    )[0],
  }
  const ids = Object.fromEntries(Object.entries(made).map(([kind, row]) => [kind, row?.id ?? ""])) as Record<
    keyof typeof made,
    string
  >
  return async () => {
    const read = async (kind: keyof typeof made, column: string) =>
      (await rows(`select to_jsonb(${column}) as named from ${kind}s where id = '${ids[kind]}'`))[0]?.named
    return {
      ids,
      brand: await read("brand", "category_id"),
      campaign: await read("campaign", "category_id"),
      gift: await read("gift", "category_ids"),
      payment: await read("payment", "category_ids"),
    }
  }
}

describe("whose they are to keep in order", () => {
  const owners: [Kind, () => string | null, Record<"admin" | "elif" | "mert" | "user", number>][] = [
    ["category", () => null, { admin: 200, elif: 403, mert: 403, user: 403 }],
    ["department", () => null, { admin: 200, elif: 403, mert: 403, user: 403 }],
    ["department", () => tenant.own, { admin: 200, elif: 200, mert: 404, user: 403 }],
    ["department", () => tenant.sub, { admin: 200, elif: 200, mert: 404, user: 403 }],
  ]
  it.each(owners)("a %s answers each role by its owner", async (kind, owner, statuses) => {
    for (const [who, status] of Object.entries(statuses) as [Who, number][]) {
      const { id, name } = await add(kind, owner())
      const into = await add(kind, owner())
      const steps = [
        (await put(kind, id, { name: `${name} 2` }, who)).status,
        (await merge(kind, id, into.id, who)).status,
        (await remove(kind, into.id, who)).status,
      ]
      expect([who, ...steps]).toEqual([who, status, status, status])
      const names = (await rows(`select name from ${kind === "category" ? "categories" : "departments"} where id = '${id}'`)).map(
        row => row.name,
      )
      expect(names.includes(name)).toBe(status !== 200)
    }
  })

  it("are listed with their use to their owner alone", async () => {
    const own = await add("department", tenant.own)
    const theirs = await add("department", tenant.theirs)
    const platforms = await add("department")
    const ids = async (who: Who) => (await get("/department/usage", who)).value.map(({ id }: { id: string }) => id)
    expect([own, theirs, platforms].map(({ id }) => id).filter((await ids("elif")).includes.bind(await ids("elif")))).toEqual([
      own.id,
    ])
    expect((await ids("admin")).filter((id: string) => [own.id, theirs.id, platforms.id].includes(id))).toEqual([platforms.id])
    expect((await get("/category/usage", "elif")).status).toBe(403)
  })
})

describe("a new name", () => {
  it("is shown by the records at once, is logged, and is taken back", async () => {
    const { id, name } = await add("category")
    const read = await nameCategory(id)
    const next = `Yeni ${randomUUID()}`
    const answer = await put("category", id, { name: `  ${next} ` }, "admin")
    expect([answer.status, answer.headers.get("ETag"), (await listed("category", id)).name]).toEqual([200, '"2"', next])
    const campaign = await get(`/campaign/${(await read()).ids.campaign}`)
    expect(campaign.value.categoryName).toBe(next)
    expect((await undo(answer, "admin")).status).toBe(200)
    expect((await listed("category", id)).name).toBe(name)
    expect(await logOf(id)).toEqual(["update", "undo"])
  })

  it.each<[Kind, string]>([
    ["category", "Kitap ve Kâğıt"],
    ["category", "  KİTAP VE KAĞIT "],
    ["department", "Gece ekibi"],
    ["department", "gece ekıbı"],
    ["department", "İnsan kaynaklari"],
  ])("of a %s is refused as %s, which another one has", async (kind, name) => {
    const owner = kind === "category" ? null : tenant.own
    const who = kind === "category" ? "admin" : "elif"
    await send("POST", `/${kind}/create`, who, { name: kind === "category" ? "Kitap ve Kâğıt" : "Gece ekibi" })
    const { id } = await add(kind, owner)
    const answer = await put(kind, id, { name }, who)
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["name"]])
  })

  it.each(["", "  ", "\u200b", "x".repeat(101)])("is something of at most 100 characters: %j", async name => {
    const { id } = await add("category")
    expect((await put("category", id, { name }, "admin")).status).toBe(400)
  })

  it("may differ from the old one by its case alone", async () => {
    const { id, name } = await add("department", tenant.own)
    expect((await put("department", id, { name: name.toUpperCase() }, "elif")).status).toBe(200)
  })

  it("is refused to who has seen another version, with what is stored", async () => {
    const { id, name } = await add("department", tenant.own)
    const answer = await put("department", id, { name: "Sahne" }, "elif", { "If-Match": '"7"' })
    expect([answer.status, answer.value, answer.headers.get("ETag")]).toEqual([409, { id, name, isRetired: false }, '"1"'])
  })
})

describe("what is deleted", () => {
  it("is retired while records name it: they keep it, no other may name it, and it can be offered again", async () => {
    const { id, name } = await add("category")
    const read = await nameCategory(id)
    expect((await used("category", id, "admin")).uses).toEqual({ brand: 1, campaign: 1, gift: 1, payment: 1 })
    const answer = await remove("category", id, "admin")
    expect([answer.status, await listed("category", id)]).toEqual([200, { id, name, isRetired: true }])
    const { ids, brand } = await read()
    expect(brand).toBe(id)
    expect((await send("PUT", "/brand/update", "elif", { id: ids.brand, name: "Yine" })).status).toBe(200)
    const other = await send("POST", "/brand/create", "elif", { name: "Başka", categoryId: id })
    expect([other.status, fieldsOf(other)]).toEqual([400, ["categoryId"]])
    expect((await put("category", id, { isRetired: false }, "admin")).status).toBe(200)
    expect((await send("POST", "/brand/create", "elif", { name: "Başka", categoryId: id })).status).toBe(200)
  })

  it("leaves its people where they are: a survey invites them by it", async () => {
    const { id } = await add("department", tenant.own)
    const person = { email: `${id}@x.example`, firstName: "A", lastName: "B", role: "User" as const }
    await signed.api.db.insert(users).values({ ...person, tenantId: tenant.own, departmentId: id })
    await remove("department", id, "elif")
    const survey = { title: "A", description: "B", type: 0, status: 1, questions: [{ text: "Nasıl?", type: "rating" }] }
    const { value } = await send("POST", "/survey/create", "elif", {
      ...survey,
      startDate: "2026-01-01T00:00:00Z",
      endDate: "2099-01-01T00:00:00Z",
    })
    const { status } = await send("POST", `/survey/${value.id}/invitations`, "elif", { departmentIds: [id] })
    expect(status).toBe(200)
  })

  it("is offered again by a create with its name", async () => {
    const { id, name } = await add("department", tenant.own)
    await signed.api.db
      .insert(users)
      .values({ email: `${id}@x.example`, firstName: "A", lastName: "B", role: "User", departmentId: id })
    await remove("department", id, "elif")
    expect((await send("POST", "/department/create", "elif", { name })).value).toEqual({ id, name, tenantId: tenant.own })
  })

  it("is removed when nothing names it, does not count for the quota, and comes back by undo", async () => {
    const quota = async () =>
      (await get(`/tenant/${tenant.own}/usage`)).value.find(({ kind }: { kind: string }) => kind === "department").used
    const before = await quota()
    const { id, name } = await add("department", tenant.own)
    expect(await quota()).toBe(before + 1)
    const answer = await remove("department", id, "elif")
    expect([answer.status, await listed("department", id), await quota()]).toEqual([200, undefined, before])
    expect((await put("department", id, { name: "Geç" }, "elif")).status).toBe(404)
    expect((await undo(answer, "elif")).status).toBe(200)
    expect([(await listed("department", id)).name, await quota()]).toEqual([name, before + 1])
    expect((await undo(answer, "elif")).status).toBe(404)
    expect(await logOf(id)).toEqual(["delete", "undo"])
  })

  it("does not come back where its name is another's by now, nor for another company", async () => {
    const { id, name } = await add("department", tenant.own)
    const answer = await remove("department", id, "elif")
    expect((await undo(answer, "mert")).status).toBe(404)
    await send("POST", "/department/create", "elif", { name })
    expect((await undo(answer, "elif")).status).toBe(409)
  })
})

describe("a merge", () => {
  it("moves records of all kinds with history, and one undo brings back name and records", async () => {
    const from = await add("category")
    const into = await add("category")
    const read = await nameCategory(from.id, [into.id])
    const answer = await merge("category", from.id, into.id, "admin")
    expect([answer.status, answer.value]).toEqual([200, { moved: 4, kept: 0 }])
    const { ids, ...after } = await read()
    expect(after).toEqual({ brand: into.id, campaign: into.id, gift: [into.id], payment: [into.id] })
    expect([await listed("category", from.id), (await used("category", into.id, "admin")).uses]).toEqual([
      undefined,
      { brand: 1, campaign: 1, gift: 1, payment: 1 },
    ])
    for (const id of Object.values(ids)) expect(await logOf(id)).toEqual(["update"])
    // Somebody changes one of them before the undo.
    expect((await send("PUT", "/payment/update", "elif", { id: ids.payment, name: "Değişti" })).status).toBe(200)
    expect((await undo(answer, "admin")).status).toBe(200)
    const { ids: _, ...back } = await read()
    expect(back).toEqual({ brand: from.id, campaign: from.id, gift: [into.id, from.id], payment: [into.id] })
    expect((await listed("category", from.id)).name).toBe(from.name)
    expect([await logOf(ids.brand), await logOf(ids.payment)]).toEqual([
      ["update", "undo"],
      ["update", "update"],
    ])
  })

  it("of departments moves people, draws, announcements and surveys, and more than a statement holds", async () => {
    const { db } = signed.api
    const from = await add("department", tenant.own)
    const into = await add("department")
    const people = Array.from({ length: 1_100 }, (_, index) => ({
      email: `${index}.${from.id}@x.example`,
      firstName: "Kişi",
      lastName: String(index),
      role: "User" as const,
      tenantId: tenant.own,
      departmentId: from.id,
    }))
    await db.insert(users).values(people)
    const own = (table: string) =>
      `id = (select id from ${table} where tenant_id = '${tenant.own}' and deleted_at is null order by id limit 1)`
    await rows(`update draws set department_id = '${from.id}' where ${own("draws")}`)
    await rows(`update announcements set department_ids = '{${from.id}}' where ${own("announcements")}`)
    await rows(`update surveys set department_ids = '{${from.id},${into.id}}' where ${own("surveys")}`)
    const named = async (table: string, column: string) =>
      (await rows(`select to_jsonb(${column}) as named from ${table} where ${own(table)}`))[0]?.named
    const state = async () => ({
      people: (await rows(`select 1 from users where department_id = '${from.id}'`)).length,
      draw: await named("draws", "department_id"),
      announcement: await named("announcements", "department_ids"),
      survey: await named("surveys", "department_ids"),
    })
    const before = await state()
    expect(before.people).toBe(1_100)
    expect((await used("department", from.id, "elif")).uses).toEqual({ user: 1_100, draw: 1, announcement: 1, survey: 1 })
    const answer = await merge("department", from.id, into.id, "elif")
    expect(answer.value).toEqual({ moved: 1_103, kept: 0 })
    expect(await state()).toEqual({ people: 0, draw: into.id, announcement: [into.id], survey: [into.id] })
    expect((await undo(answer, "elif")).status).toBe(200)
    expect(await state()).toEqual(before)
  })

  it("leaves records that need an approval, or wait for one, and retires what they name", async () => {
    const from = await add("category")
    const into = await add("category")
    const read = await nameCategory(from.id)
    await setNeeds(signed.api, tenant.own, ["campaigns"])
    const answer = await merge("category", from.id, into.id, "admin")
    await setNeeds(signed.api, tenant.own, [])
    expect(answer.value).toEqual({ moved: 3, kept: 1 })
    const { campaign, brand } = await read()
    expect([campaign, brand, (await listed("category", from.id)).isRetired]).toEqual([from.id, into.id, true])
    expect((await undo(answer, "admin")).status).toBe(200)
    expect([(await read()).brand, (await listed("category", from.id)).isRetired]).toEqual([from.id, undefined])
  })

  const targets: [string, (from: { id: string }) => Promise<string> | string][] = [
    ["itself", ({ id }) => id],
    ["nobody", () => randomUUID()],
    ["what is no id", () => "x"],
    [
      "a retired one",
      async () => {
        const { id } = await add("department", tenant.own)
        await put("department", id, { isRetired: true }, "elif")
        return id
      },
    ],
    ["one of a subsidiary", async () => (await add("department", tenant.sub)).id],
    ["one of another company", async () => (await add("department", tenant.theirs)).id],
  ]
  it.each(targets)("into %s is refused, and nothing is moved", async (_, target) => {
    const from = await add("department", tenant.own)
    const answer = await merge("department", from.id, await target(from), "elif")
    expect([answer.status, fieldsOf(answer), (await listed("department", from.id)).name]).toEqual([400, ["into"], from.name])
  })

  it("refuses an undo of a change of a record that would name what was removed", async () => {
    const from = await add("category")
    const into = await add("category")
    const { value: brand } = await send("POST", "/brand/create", "elif", { name: "Geri", categoryId: from.id })
    const change = await send("PUT", "/brand/update", "elif", { id: brand.id, categoryId: into.id })
    expect((await remove("category", from.id, "admin")).status).toBe(200)
    expect((await undo(change, "elif")).status).toBe(409)
    expect((await get(`/brand/${brand.id}`)).value.categoryId).toBe(into.id)
  })
})
