import { beforeAll, describe, expect, it } from "vitest"
import { accounts } from "../../api"
import { sample } from "../../rounds"
import { signAll, startApi } from "../record-kit"

/** A company as its administrator sees it, for the platform (docs/contract.md#seeing-a-company). */
const { signed, get, send } = startApi()

let company = ""
beforeAll(async () => {
  company = (await get("/tenant/getcurrenttenantid", "elif")).value
})

const open = async (token?: string) => {
  const { api } = signed
  const own = token ?? (await api.signIn(accounts.admin))
  const answer = await api.call("POST", `/tenant/${company}/view-as`, { token: own })
  const viewing = answer.value?.token as string
  return {
    own,
    status: answer.status,
    viewing,
    call: (method: string, path: string) => api.call(method, path, { token: viewing }),
  }
}

describe("a company that the platform sees as its administrator does", () => {
  const lists = [
    "/campaign/list",
    "/draw/list",
    "/announcement/list",
    "/survey/list",
    "/brand/list",
    "/payment/list",
    "/gift/list",
    "/feedback/list",
    "/user/list",
    "/tenant/list",
    "/tenant/get-all",
    "/tenant/mytenant",
    "/calendar/list?from=2026-01-01&to=2026-03-31",
    "/api/dashboard/stats",
  ]
  it.each(sample(lists, 5))("answers GET %s as to that administrator", async path => {
    const { call } = await open()
    const [seen, its] = [await call("GET", path), await get(path, "elif")]
    expect([seen.status, seen.value]).toEqual([200, its.value])
  })

  it("is its own, with its modules and an identity that names both", async () => {
    const { call } = await open()
    const [me, admin] = [await call("GET", "/api/auth/me"), await get("/api/auth/me", "admin")]
    expect(me.value).toEqual({ ...admin.value, role: "TenantAdmin", tenantId: company })
    expect((await call("GET", "/tenant/izinler")).value).toContain("campaigns.read")
    expect((await call("GET", "/audit/list")).value.entries.map(({ action }: { action: string }) => action)).toContain("viewAs")
  })

  it("is not changed by any call", async () => {
    const { call } = await open()
    const { body } = await signed.api.call("GET", "/openapi.json")
    const writes = Object.entries(body.paths as Record<string, Record<string, { security?: object[] }>>).flatMap(
      ([path, operations]) =>
        Object.entries(operations).flatMap(([verb, { security = [] }]) =>
          verb !== "get" && security.length ? [`${verb.toUpperCase()} ${path.replace(/\{\w+\}/g, company)}`] : [],
        ),
    )
    expect(writes.length).toBeGreaterThan(80)
    for (const write of writes) {
      const [method = "", path = ""] = write.split(" ")
      const answer = await call(method, path)
      expect([write, answer.status, answer.body.errors ?? [answer.body.detail]]).toEqual([
        write,
        403,
        ["Şirketi yöneticisinin gördüğü gibi inceliyorsunuz; burada hiçbir şey değiştirilemez."],
      ])
    }
  })

  it("is refused to its own administrator, and leaves the platform's own session as it is", async () => {
    expect((await send("POST", `/tenant/${company}/view-as`, "elif")).status).toBe(403)
    const { own, viewing } = await open()
    expect((await open(viewing)).status).toBe(403)
    expect((await signed.api.call("GET", "/tenant/mytenant", { token: own })).value).toBeNull()
    expect((await send("POST", "/tenant/00000000-0000-4000-8000-000000000000/view-as", "admin")).status).toBe(404)
  })

  it("ends after 15 minutes, with the session, and with the role", async () => {
    const { api } = signed
    const first = await open()
    api.advance(899_000)
    expect((await first.call("GET", "/campaign/list")).status).toBe(200)
    api.advance(2_000)
    expect((await first.call("GET", "/campaign/list")).status).toBe(401)

    const second = await open()
    await api.call("POST", "/api/auth/logout-all", { token: second.own })
    expect((await second.call("GET", "/campaign/list")).status).toBe(401)

    const third = await open()
    const change = (role: string) => api.db.execute(`update users set role = '${role}' where email = '${accounts.admin}'`)
    await change("User")
    const { status } = await third.call("GET", "/campaign/list")
    await change("Administrator")
    expect(status).toBe(401)
    Object.assign(signed.tokens, await signAll(api))
  })
})
