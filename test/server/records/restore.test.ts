import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestApi } from "../../api"
import { createSteps } from "../draw-kit"
import { type Signed, signAll, type Who } from "../record-kit"

/** The return to an earlier version, where the record's kind has rules of its own (docs/contract.md#audit-and-undo). */
let signed: Signed
beforeAll(async () => {
  const api = await createTestApi()
  signed = { api, tokens: await signAll(api) }
})
afterAll(() => signed.api.close())

const send = (method: string, path: string, body?: unknown, who: Who = "elif") =>
  signed.api.call(method, path, { token: signed.tokens[who], body })
const history = async (id: string): Promise<{ id: string; action: string }[]> =>
  (await send("GET", `/audit/list?entityId=${id}&sortOrder=asc`, undefined, "admin")).value.entries
const restore = async (id: string, at: number, who: Who = "elif") =>
  send("POST", `/audit/${(await history(id))[at]?.id}/restore`, {}, who)

describe("a version is not restored", () => {
  it("of a draw that is locked", async () => {
    const steps = createSteps(() => signed)
    const id = await steps.create()
    await send("PUT", "/draw/update", { id, title: "Yeni ad" })
    await steps.lock(id)
    const { status, body } = await restore(id, 0)
    expect([status, body.errors[0]]).toEqual([409, "Kilitlenmiş bir çekiliş düzenlenemez."])
    expect((await steps.read(id)).title).toBe("Yeni ad")
  })

  it("that refers to a record which was deleted since", async () => {
    const { value: brand } = await send("POST", "/brand/create", { name: "Silinecek" })
    const { value: gift } = await send("POST", "/gift/create", { cardName: "Kart", brandId: brand.id })
    const { value: other } = await send("POST", "/brand/create", { name: "Kalan" })
    await send("PUT", "/gift/update", { id: gift.id, brandId: other.id })
    expect((await send("DELETE", `/brand/${brand.id}`)).status).toBe(200)
    const { status, body } = await restore(gift.id, 0)
    expect([status, body.errors[0]]).toEqual([409, expect.stringContaining("Bu sürüm geri getirilemez")])
    expect((await send("GET", `/gift/${gift.id}`)).value.brandId).toBe(other.id)
  })

  it.each(["0", "99999999", "x", "1e3", "-1", "9999999999999999999", "%00"])(
    "of an entry that does not exist: %s",
    async entry => {
      expect((await send("POST", `/audit/${entry}/restore`)).status).toBe(404)
    },
  )

  it("of what is no version of a record", async () => {
    const { value } = await send("POST", "/category/create", { name: "Yeni kategori" }, "admin")
    expect((await restore(value.id, 0, "admin")).status).toBe(409)
  })

  it("by who may not change the record: a company one of the platform's, or of another company", async () => {
    const { value } = await send("POST", "/brand/create", { name: "Platformun" }, "admin")
    expect((await restore(value.id, 0, "elif")).status).toBe(404)
    const own = await send("POST", "/brand/create", { name: "Bizim" })
    expect((await restore(own.value.id, 0, "mert")).status).toBe(404)
    expect((await history(own.value.id)).map(entry => entry.action)).toEqual(["create"])
  })

  it("of one's own account when it changes one's access", async () => {
    const { value: me } = await send("GET", "/api/auth/me", undefined, "elif")
    await send("PUT", `/api/users/update/${me.userId}`, { phoneNumber: "05321112233" }, "admin")
    await signed.api.db.execute(`update users set role = 'User' where id = '${me.userId}'`)
    await send("PUT", `/api/users/update/${me.userId}`, { phoneNumber: "05321112234" }, "admin")
    await signed.api.db.execute(`update users set role = 'TenantAdmin' where id = '${me.userId}'`)
    const last = (await history(me.userId)).length - 1
    expect((await restore(me.userId, last)).status).toBe(403)
  })
})

it("feedback keeps the messages that came since", async () => {
  const { value } = await send("POST", "/feedback/create", { type: 0, subject: "Önce", description: "Açıklama" })
  await send("PUT", "/feedback/update", { id: value.id, subject: "Sonra" })
  await send("POST", "/feedback/respond", { feedbackId: value.id, message: "Yanıt" })
  expect((await restore(value.id, 0)).status).toBe(200)
  const { subject, conversations } = (await send("GET", `/feedback/${value.id}`)).value
  expect([subject, conversations.map((entry: { message: string }) => entry.message)]).toEqual(["Önce", ["Yanıt"]])
})

it("a person keeps the permissions of today", async () => {
  const { value: people } = await send("GET", "/user/list?pageSize=1&keyword=mert", undefined, "mert")
  const person = people.users[0]
  await send("PUT", `/api/users/update/${person.id}`, { phoneNumber: "05321112233" }, "admin")
  await send("PUT", `/user/${person.id}/permissions`, ["campaigns.read"], "admin")
  const entries = await history(person.id)
  expect((await restore(person.id, entries.length - 2, "admin")).status).toBe(200)
  expect((await send("GET", `/user/${person.id}/permissions`, undefined, "admin")).value).toEqual(["campaigns.read"])
})
