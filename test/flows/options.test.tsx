import { beforeAll, expect, it } from "vitest"
import { rowsOf } from "../../server/src/db/open"
import { accounts } from "../api"
import { click, field, find, type, until } from "../kit"
import { consoleOnApi } from "../modules/kit"

/** Forms offer what can be chosen now; a record keeps what it has, and the form marks it (docs/console.md#forms). */
const screen = consoleOnApi()
const ids: Record<string, string> = {}
const day = (year: number) => `${year}-01-01T00:00:00.000Z`

beforeAll(async () => {
  const { call, signIn } = screen.api()
  const create = async (email: string, path: string, body: object): Promise<string> => {
    const { status, value, body: answer } = await call("POST", path, { token: await signIn(email), body })
    expect([200, 201], JSON.stringify(answer)).toContain(status)
    return value.id
  }
  const card = (cardName: string, rest: object = {}) =>
    create(accounts.elif, "/gift/create", { cardName, status: 1, tenantIds: [], categories: [], metadata: {}, ...rest })
  await card("Uçurtma kartı")
  await card("Uçurtma kartı, başlamadı", { validityStart: day(2900) })
  ids.card = await card("Uçurtma kartı, pasif", { status: 0 })
  ids.expired = await card("Uçurtma kartı, eski", { validityEnd: day(2001) })
  ids.used = await card("Uçurtma kartı, bitmiş", { maxUsage: 1 })
  await create(accounts.elif, `/gift/${ids.used}/uses`, { amount: 1, note: "" })
  await create(accounts.elif, "/brand/create", { name: "Uçurtma atölyesi", status: 1 })
  ids.brand = await create(accounts.elif, "/brand/create", { name: "Uçurtma dükkânı", status: 0 })
  await create(accounts.admin, "/tenant/admin/create", { name: "Kite works", emails: ["kite@kite.example"] })
  await create(accounts.admin, "/tenant/admin/create", { name: "Kite museum", emails: ["museum@kite.example"], activeStatus: 0 })
  const { campaigns } = (await call("GET", "/campaign/list?pageSize=100", { token: await signIn(accounts.elif) })).value
  const [{ categoryId }] = campaigns
  const campaign = {
    ...{ title: "Uçurtma kampanyası", description: "Rüzgâr", categoryId, brandId: ids.brand, rewardType: 2 },
    ...{ startDate: day(2001), endDate: day(2900), status: 0, tenantIds: [], media: [] },
  }
  ids.campaign = await create(accounts.elif, "/campaign/create", { ...campaign, giftCardId: ids.expired })
})

const offered = () => [...document.querySelectorAll("[role=option]")].map(option => option.textContent?.trim())
const search = async (id: string, text: string) => {
  await until(() => expect(field(id)).toBeTruthy())
  await type(field(id), text)
}

it("a new record is offered only gift cards that can be given and active partners", async () => {
  await screen.open("tr", "campaigns/add")
  await search("brandId", "uçurtma")
  await until(() => expect(offered()).toEqual(["Uçurtma atölyesi"]))
  await click(await until(() => find("label", /Hediye kartı/)))
  await search("giftCardId", "uçurtma")
  await until(() => expect(offered().sort()).toEqual(["Uçurtma kartı", "Uçurtma kartı, başlamadı"]))
  await screen.open("tr", "gift-management/add")
  await search("brandId", "uçurtma")
  await until(() => expect(offered()).toEqual(["Uçurtma atölyesi"]))
})

it("a new record of the platform is offered only active companies", async () => {
  await screen.open("en", "announcement-management/add")
  await search("tenantIds", "kite")
  await until(() => expect(offered()).toEqual(["Kite works"]))
})

it("a record that has what cannot be chosen any more keeps it and marks it, and is found by its filter all the same", async () => {
  await screen.open("tr", `campaigns/edit/${ids.campaign}`)
  for (const [id, label] of [
    ["giftCardId", "Uçurtma kartı, eski (Süresi doldu)"],
    ["brandId", "Uçurtma dükkânı (Pasif)"],
  ] as const) {
    await until(() => expect(field(id)?.value).toBe(label))
    // Given up, it can be chosen again.
    await click(field(id).closest(".combobox")?.querySelector("button"))
    expect(field(id).value).toBe("")
    await search(id, label.slice(0, 10))
    await until(() => expect(offered()).toContain(label))
  }
  await screen.open("tr", "campaigns")
  await search("filter-brandId", "uçurtma")
  await until(() => expect(offered()).toEqual(["Uçurtma atölyesi", "Uçurtma dükkânı"]))
})

it("of more than a thousand departments and companies, what a person has is named, and the others are found by typing", async () => {
  const { db } = screen.api()
  const [elif] = await rowsOf<{ tenantId: string }>(
    db,
    `select tenant_id as "tenantId" from users where email = '${accounts.elif}'`,
  )
  await db.execute(
    `insert into departments (name, tenant_id) select 'Zz birim ' || n, '${elif?.tenantId}' from generate_series(1, 1200) n`,
  )
  await db.execute(`insert into tenants (name) select 'Zz şirket ' || n from generate_series(1, 1200) n`)
  const [person] = await rowsOf<{ id: string }>(
    db,
    `update users set department_id = (select id from departments where name = 'Zz birim 999')
      where id = (select id from users where tenant_id = '${elif?.tenantId}' and role = 'User' limit 1) returning id`,
  )
  await screen.open("tr", `employees/edit/${person?.id}`)
  await until(() => expect(field("departmentId")?.value).toBe("Zz birim 999"))
  await search("departmentId", "zz birim 998")
  await until(() => expect(offered()).toEqual(["Zz birim 998"]))
  await screen.open("en", "audit")
  await search("filter-tenantId", "platf")
  await until(() => expect(offered()).toContain("Platform"))
})
