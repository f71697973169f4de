import type { Client } from "./client"

/** Ten calls, whose parameters, bodies and answers have the document's types. */
export const makeCalls = async (call: Client) => {
  const me = await call("get", "/api/auth/me")
  const { campaigns, totalCount } = await call("get", "/campaign/list", { query: { pageSize: 3, sortBy: "endDate" } })
  const [category] = await call("get", "/category/list")
  const brand = await call("post", "/brand/create", { body: { name: "İstemci" } })
  const renamed = await call("put", "/brand/update", { body: { id: brand.id, name: "Yeni istemci" } })
  const read = await call("get", "/brand/{id}", { path: { id: brand.id } })
  const history = await call("get", "/audit/list", { query: { entityId: brand.id } })
  const report = await call("get", "/report/{module}", {
    path: { module: "campaigns" },
    query: { from: "2026-01-01", to: "2026-01-31" },
  })
  const [code] = await call("post", "/qr", { body: { texts: [me.email] } })
  const removed = await call("delete", "/brand/{id}", { path: { id: brand.id } })
  const days: string[] = report.series.map(({ from }) => from)
  return {
    role: me.role,
    campaigns: campaigns.map(({ title }) => title.length > 0),
    isMore: totalCount > campaigns.length,
    category: category?.name,
    names: [brand.name, renamed.name, read.name],
    actions: history.entries.map(({ action }) => action),
    days: days.length,
    size: code?.size,
    removed,
  }
}

/** What does not compile. */
export const wrong = async (call: Client) => {
  // @ts-expect-error a path that the document does not have
  await call("get", "/campaign/lists")
  // @ts-expect-error a method that the path does not have
  await call("delete", "/campaign/list")
  // @ts-expect-error a key that the list is not sorted by
  await call("get", "/campaign/list", { query: { sortBy: "nothing" } })
  // @ts-expect-error a body without a required member
  await call("post", "/category/create", { body: {} })
  // @ts-expect-error a member that the answer does not have
  await call("get", "/api/auth/me").then(({ name }) => name)
}
