import { afterAll, beforeAll, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { accounts, createTestApi, type TestApi } from "../../api"

/** Pages that pass over more than 1,000 rows, which are found before they are joined. */
let api: TestApi
let token = ""
const names = ["campaigns", "announcements", "draws", "surveys", "brands", "payments", "gifts", "feedbacks", "users", "tenants"]
beforeAll(async () => {
  api = await createTestApi()
  token = await api.signIn(accounts.admin)
  for (const table of names) {
    const columns = await rowsOf<{ name: string }>(
      api.db,
      `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const own: Record<string, string> = { id: "gen_random_uuid()", email: "'far' || n || '@far.example'", name: "t.name || n" }
    const among = table === "users" ? "role <> 'Administrator'" : table === "tenants" ? "parent_id is null" : "true"
    await api.db.execute(`insert into ${table} (${columns.map(({ name }) => name)})
      select ${columns.map(({ name }) => own[name] ?? `t.${name}`)}
      from (select * from ${table} where deleted_at is null and ${among} order by id limit 1) t, generate_series(1, 2100) n`)
  }
})
afterAll(() => api.close())

it.each([
  ["/campaign/list", "campaigns"],
  ["/announcement/list", "announcements"],
  ["/draw/list", "draws"],
  ["/survey/list", "surveys"],
  ["/brand/list", "brands"],
  ["/payment/list", "payments"],
  ["/gift/list", "gifts"],
  ["/feedback/list", "feedbacks"],
  ["/user/list", "users"],
  ["/tenant/list", "tenants"],
])("%s has the same rows on a far page as in a whole list, by every sort", async (path, member) => {
  const { paths } = (await api.call("GET", "/openapi.json")).body
  const { parameters } = paths[path].get
  const keys: string[] = parameters.find(({ name }: { name: string }) => name === "sortBy").schema.enum
  const read = async (query: string) => {
    const { status, value } = await api.call("GET", `${path}?${query}`, { token })
    expect([query, status]).toEqual([query, 200])
    return (value[member] as { id: string }[]).map(({ id }) => id)
  }
  for (const sortBy of keys) {
    // 1,000 rows are passed over, and 1,050; from the first end, since as many follow.
    const [whole, half] = [
      await read(`pageSize=100&page=10&sortBy=${sortBy}`),
      await read(`pageSize=50&page=21&sortBy=${sortBy}`),
    ]
    const before = await read(`pageSize=100&page=9&sortBy=${sortBy}`)
    expect([sortBy, half]).toEqual([sortBy, whole.slice(50)])
    expect(new Set([...before, ...whole]).size).toBe(200)
  }
})
