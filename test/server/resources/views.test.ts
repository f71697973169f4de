import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { moduleDefaults } from "../../../src/contract/permissions/module-flags"
import { maxViews, type View } from "../../../src/contract/views"
import { fieldsOf, startApi, type Who } from "../record-kit"

/** Saved views of lists (docs/contract.md#saved-views). */
const { signed, send, get } = startApi()

const body = (change: object = {}) => ({ list: "campaigns", name: `Görünüm ${randomUUID()}`, search: "status=2", ...change })
const add = async (change: object = {}, who: Who = "elif"): Promise<View> =>
  (await send("POST", "/view", who, body(change))).value
const namesFor = async (who: Who) => ((await get("/view", who)).value as View[]).map(({ name }) => name)

/** A further administrator of Elif's company. */
const addColleague = async (role: "TenantAdmin" | "Administrator" = "TenantAdmin") => {
  const email = `${randomUUID()}@yesilova.example`
  const tenantId = (await get("/tenant/getcurrenttenantid")).value
  const { users } = await import("../../../server/src/db/schema")
  await signed.api.db
    .insert(users)
    .values({ email, firstName: "Deniz", lastName: "Ak", role, tenantId: role === "TenantAdmin" ? tenantId : null })
  const token = await signed.api.signIn(email)
  return (method: string, path: string, given?: unknown, headers = {}) =>
    signed.api.call(method, path, { token, body: given, headers })
}

describe("a view", () => {
  it("is its owner's alone until it is shared with the company", async () => {
    const colleague = await addColleague()
    const view = await add({ hidden: ["brand"], density: "compact" })
    expect(view).toMatchObject({
      list: "campaigns",
      search: "status=2",
      hidden: ["brand"],
      density: "compact",
      isShared: false,
      isOwn: true,
      version: 1,
    })
    const seen = async () => ((await colleague("GET", "/view")).value as View[]).find(({ id }) => id === view.id)
    expect(await seen()).toBeUndefined()
    expect((await colleague("PUT", `/view/${view.id}`, { name: "x" })).status).toBe(404)
    expect((await send("PUT", `/view/${view.id}`, "elif", { isShared: true })).value).toMatchObject({
      isShared: true,
      version: 2,
    })
    expect(await seen()).toMatchObject({ isOwn: false, ownerName: "Elif Yılmaz" })
    expect((await colleague("PUT", `/view/${view.id}`, { name: "x" })).status).toBe(403)
    expect((await colleague("DELETE", `/view/${view.id}`)).status).toBe(403)
    expect(await namesFor("mert")).not.toContain(view.name)
    expect(await namesFor("admin")).not.toContain(view.name)
  })

  it("of the platform is shared with all of its administrators, and with no company", async () => {
    const colleague = await addColleague("Administrator")
    const { name } = await add({ list: "companies", isShared: true }, "admin")
    expect(((await colleague("GET", "/view")).value as View[]).map(view => view.name)).toContain(name)
    expect(await namesFor("elif")).not.toContain(name)
  })

  it("is shown while its list may be read", async () => {
    const { name } = await add({ list: "partners" })
    const company = (await get("/tenant/getcurrenttenantid")).value
    const switchPartners = async (partnerManagement: boolean) => {
      const flags = { ...moduleDefaults, partnerManagement }
      expect((await send("PUT", `/tenant/${company}/modules`, "admin", flags)).status).toBe(200)
    }
    await switchPartners(false)
    expect(await namesFor("elif")).not.toContain(name)
    expect((await send("POST", "/view", "elif", body({ list: "partners" }))).status).toBe(403)
    await switchPartners(true)
    expect(await namesFor("elif")).toContain(name)
  })

  it("is changed against its version, and deleted", async () => {
    const path = `/view/${(await add()).id}`
    expect((await send("PUT", path, "elif", { name: "Yeni ad" }, { "If-Match": '"1"' })).value.name).toBe("Yeni ad")
    const refused = await send("PUT", path, "elif", { name: "Eski" }, { "If-Match": '"1"' })
    expect([refused.status, refused.value.name]).toEqual([409, "Yeni ad"])
    expect((await send("DELETE", path)).status).toBe(200)
    expect((await send("DELETE", path)).status).toBe(404)
  })

  it.each([
    ["an unknown list", { list: "secrets" }, "list"],
    ["an unknown density", { density: "huge" }, "density"],
    ["columns that are none", { hidden: [5] }, "hidden.0"],
  ])("with %s is refused", async (_, change, field) => {
    const answer = await send("POST", "/view", "elif", body(change))
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]])
  })

  it(`is refused after ${maxViews} of a list, and goes with its owner`, async () => {
    const colleague = await addColleague()
    const { value: first } = await colleague("POST", "/view", body({ isShared: true }))
    await signed.api.db.execute(`insert into views (user_id, list, name, search, density, is_shared)
      select user_id, list, name || n, search, density, is_shared from views, generate_series(2, ${maxViews}) n where id = '${first.id}'`)
    const answer = await colleague("POST", "/view", body())
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["name"]])
    expect((await colleague("POST", "/view", body({ list: "draws" }))).status).toBe(200)
    const shared = async () => ((await get("/view")).value as View[]).filter(({ ownerName }) => ownerName === "Deniz Ak").length
    expect(await shared()).toBeGreaterThanOrEqual(maxViews)
    const { value } = await colleague("GET", "/api/auth/me")
    expect((await send("DELETE", `/api/users/delete/${value.id ?? value.userId}`, "admin")).status).toBe(200)
    expect(await shared()).toBe(0)
  })
})
