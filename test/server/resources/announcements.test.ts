import { beforeAll, describe, expect, it } from "vitest"
import { announcements as table } from "../../../server/src/db/schema"
import { type Intent, statusAt, statuses } from "../../../src/contract/announcements"
import { fieldsOf, startApi, type Who } from "../record-kit"
import { describeStatus } from "../status-kit"

const { signed, send, get, tenant } = startApi()
let departmentIds: string[] = []
beforeAll(async () => {
  departmentIds = (await get("/department/list")).value.map((row: { id: string }) => row.id)
})

let made = 0
const body = () => ({
  title: `Işıklı duyuru ${++made}`,
  description: "Bir cümleyle",
  body: "Uzun uzun\n\nanlatılır.",
  type: 2,
  status: 1,
  startDate: "2026-03-01T00:00:00Z",
  endDate: "2026-04-01T00:00:00Z",
  tenantIds: [tenant.own],
  departmentIds: departmentIds.slice(0, 2),
  media: [{ url: "https://cdn.example/a.png", orderNo: 1 }],
})
const create = (given: object = {}, who: Who = "elif") => send("POST", "/announcement/create", who, { ...body(), ...given })
const update = (announcementId: string, given: object, who: Who = "elif") =>
  send("PUT", "/announcement/update", who, { announcementId, ...given })

describeStatus("an announcement's status", () => signed, {
  path: "/announcement/list",
  member: "announcements",
  statuses,
  intents: ["draft", "published", "published", "published", "archived"],
  isOpen: true,
  insert: (api, rows) =>
    api.db
      .insert(table)
      .values(rows.map(row => ({ ...row, intent: row.intent as Intent, title: "A", description: "B", body: "C", type: 0 }))),
  stored: api => api.db.select().from(table),
  statusAt: (record, now) => statusAt({ ...record, intent: record.intent as Intent }, now),
})

describe("what an announcement says", () => {
  it.each([
    ["title", "tr", "Başlık, açıklama ve içerik gereklidir"],
    ["description", "en", "Title, description and body are required"],
    ["body", "en", "Title, description and body are required"],
  ])("names all three when its %s is missing", async (field, language, message) => {
    const answer = await signed.api.call("POST", "/announcement/create", {
      token: signed.tokens.elif,
      body: { ...body(), [field]: "" },
      headers: { "Accept-Language": language },
    })
    expect(answer.body.validationErrors).toEqual([{ propertyName: field, errorMessage: message }])
  })

  it("may be out at once and for good", async () => {
    const { value } = await create({ startDate: null, endDate: "" })
    expect(value).toMatchObject({ endDate: null, status: statuses.value("published") })
    const dates = { startDate: "2026-02-01", endDate: "2026-03-01" }
    expect((await update(value.id, dates)).value.status).toBe(statuses.value("expired"))
    expect((await update(value.id, { endDate: null })).value.status).toBe(statuses.value("published"))
  })

  it.each([
    [0, "draft"],
    [1, "published"],
    [2, "archived"],
    [3, "published"],
    [4, "published"],
    [null, "draft"],
  ] as const)("keeps what a written %s means", async (status, intent) => {
    const { value } = await create({ status })
    const [row] = (await signed.api.db.select().from(table)).filter(({ id }) => id === value.id)
    expect(row?.intent).toBe(intent)
    expect((await update(value.id, { title: "Durumu kalır" })).value.status).toBe(value.status)
  })
})

describe("whom an announcement is for", () => {
  it("is in no department of another company", async () => {
    const theirs = (await send("POST", "/department/create", "mert", { name: "Depo hattı" })).value.id
    expect(fieldsOf(await create({ departmentIds: [theirs] }))).toEqual(["departmentIds"])
  })

  it("is kept when the platform chose more than the owner could, and hidden from whom it is offered to", async () => {
    const { id } = (await create()).value
    expect((await update(id, { tenantIds: [tenant.own, tenant.theirs] }, "admin")).status).toBe(200)
    expect((await get(`/announcement/${id}`, "mert")).value.tenantIds).toEqual([tenant.theirs])
    expect((await update(id, { title: "Sahibi" })).value.tenantIds).toEqual([tenant.own, tenant.theirs])
  })
})
