import { describe, expect, it } from "vitest"
import { createSteps } from "../draw-kit"
import { startApi, type Who } from "../record-kit"

/** The return to an earlier version, where the record's kind has rules of its own (docs/contract.md#audit-and-undo). */
const { signed, call: send } = startApi()

const history = async (id: string): Promise<{ id: string; action: string; version: string | null }[]> =>
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

  it("against another version than the one that was seen: the answer is the record as it is", async () => {
    const { value } = await send("POST", "/brand/create", { name: "Önce" })
    await send("PUT", "/brand/update", { id: value.id, name: "Sonra" })
    const [first, last] = await history(value.id)
    expect([first?.version, last?.version]).toEqual(["1", "2"])
    await send("PUT", "/brand/update", { id: value.id, name: "Bu sırada" })
    const against = (version: string) =>
      signed.api.call("POST", `/audit/${first?.id}/restore`, {
        token: signed.tokens.elif,
        body: {},
        headers: { "If-Match": version },
      })
    const refused = await against(`"${last?.version}"`)
    expect([refused.status, refused.headers.get("ETag"), refused.value]).toEqual([
      409,
      '"3"',
      expect.objectContaining({ id: value.id, name: "Bu sırada" }),
    ])
    expect((await send("GET", `/brand/${value.id}`)).value.name).toBe("Bu sırada")
    await send("DELETE", `/brand/${value.id}`)
    const ofDeleted = await against('"3"')
    expect([ofDeleted.status, ofDeleted.headers.get("ETag"), ofDeleted.value]).toEqual([409, '"4"', null])
    expect((await against('"4"')).status).toBe(200)
    expect((await send("GET", `/brand/${value.id}`)).value.name).toBe("Önce")
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

describe("a version does not grow the rights of who restores it", () => {
  const companyOf = async (who: Who) => (await send("GET", "/tenant/getcurrenttenantid", undefined, who)).value

  it("a person does not move to another company", async () => {
    const [own, other] = [await companyOf("elif"), await companyOf("mert")]
    const person = {
      firstName: "Ada",
      lastName: "Gezgin",
      email: "ada.gezgin@yesilova.example",
      phoneNumber: "05321112299",
      role: "user",
      status: 1,
    }
    const { value } = await send("POST", "/user/create", person)
    const move = (tenantId: string) => send("PUT", `/api/users/update/${value.id}`, { tenantId }, "admin")
    expect([(await move(other)).status, (await move(own)).status]).toEqual([200, 200])
    expect((await restore(value.id, 1)).status).toBe(409)
    expect((await send("GET", `/user/${value.id}`)).value.tenantId).toBe(own)
    expect((await restore(value.id, 1, "admin")).status).toBe(200)
  })

  it("a record is not offered to another company", async () => {
    const { value } = await send("POST", "/brand/create", { name: "Sunulan" })
    const offer = (tenantIds: string[]) => send("PUT", "/brand/update", { id: value.id, tenantIds }, "admin")
    expect([(await offer([await companyOf("mert")])).status, (await offer([])).status]).toEqual([200, 200])
    expect((await restore(value.id, 1)).status).toBe(409)
    expect((await send("GET", `/brand/${value.id}`)).value.tenantIds).toEqual([])
    expect((await restore(value.id, 1, "admin")).status).toBe(200)
  })

  it("the own company keeps its status", async () => {
    const id = await companyOf("elif")
    const { value: company } = await send("GET", `/tenant/${id}`, undefined, "admin")
    const change = (activeStatus: number) =>
      send(
        "PUT",
        "/tenant/admin/update",
        { id, name: company.name, emails: company.emails, contactPersons: company.contactPersons, activeStatus },
        "admin",
      )
    expect([(await change(0)).status, (await change(1)).status]).toEqual([200, 200])
    const at = (await history(id)).length - 2
    expect((await restore(id, at)).status).toBe(403)
    expect((await send("GET", `/tenant/${id}`, undefined, "admin")).value.activeStatus).toBe(1)
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

describe("a deletion is refused as ever", () => {
  const undoOf = (answer: { headers: Headers }) => send("POST", `/undo/${answer.headers.get("Undo-Token")}`)

  it("by the undo of a restoration, of what is in use by then", async () => {
    const { value: brand } = await send("POST", "/brand/create", { name: "Geri gelen" })
    await send("DELETE", `/brand/${brand.id}`)
    const restored = await restore(brand.id, 1)
    const { value: gift } = await send("POST", "/gift/create", { cardName: "Kart", brandId: brand.id })
    expect((await undoOf(restored)).status).toBe(409)
    await send("DELETE", `/gift/${gift.id}`)
    expect((await undoOf(restored)).status).toBe(200)
    expect((await send("GET", `/brand/${brand.id}`)).status).toBe(404)
  })

  it("restoring the state after such an undo makes a record that is not deleted", async () => {
    const { value: brand } = await send("POST", "/brand/create", { name: "Gidip gelen" })
    await send("DELETE", `/brand/${brand.id}`)
    await undoOf(await restore(brand.id, 1))
    expect((await restore(brand.id, 3)).status).toBe(200)
    expect((await send("GET", `/brand/${brand.id}`)).status).toBe(200)
    expect((await restore(brand.id, 3)).status).toBe(200)
    expect((await send("GET", `/brand/${brand.id}`)).status).toBe(200)
  })

  it("ends the sessions of a person whose restoration is undone, and never one's own", async () => {
    const { value: people } = await send("GET", "/user/list?pageSize=1&keyword=mert", undefined, "mert")
    const { id } = people.users[0]
    await send("DELETE", `/api/users/delete/${id}`, undefined, "admin")
    const entries = await history(id)
    const restored = await restore(id, entries.length - 1, "admin")
    signed.tokens.mert = await signed.api.signIn("mert.aydin@sarikum.example")
    expect((await send("POST", `/undo/${restored.headers.get("Undo-Token")}`, undefined, "mert")).status).toBe(409)
    expect((await send("POST", `/undo/${restored.headers.get("Undo-Token")}`, undefined, "admin")).status).toBe(200)
    expect((await send("GET", "/brand/list", undefined, "mert")).status).toBe(401)
    expect((await restore(id, entries.length - 1, "admin")).status).toBe(200)
    signed.tokens.mert = await signed.api.signIn("mert.aydin@sarikum.example")
  })
})
