import type { Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { eligibilities } from "../../src/contract/draws/draws"
import { accounts, codeFor, openContext, openPage, problemsOf, signInByForm } from "./kit"
import { sharedBrowser } from "./provide-console"
import { askFor, setState, setUp, signInThere, startWithProvider, type WithProvider } from "./provider-kit"

/**
 * A company whose 2,000 people come from its directory (docs/directory.md) and sign in by its provider: some leave, some change
 * departments. What screens, draws, surveys and the audit log say is compared with what the directory has done.
 */
const people = 2000
const departments = 40
const [leavers, movers] = [50, 40]
const admins = ["yonetici@dizin.example", "vekil@dizin.example"] as const
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"

let started: WithProvider
beforeAll(async () => {
  started = await startWithProvider()
})
afterAll(() => started?.stop())

const open = async () => openPage(await sharedBrowser(), started.product, { language: "tr" })

type Call = <T = { id: string }>(method: string, path: string, body?: object) => Promise<T>

const callsWith = (token: string, type = "application/json"): Call => {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": type }
  return async (method, path, body) => {
    const answer = await fetch(`${started.product.url}/backend${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    const given = text ? JSON.parse(text) : undefined
    return type === "application/json" ? given.value : given
  }
}

const callsOf = async (email: string) => {
  const since = Date.now()
  const { url } = started.product
  await fetch(`${url}/backend/Auth/GetCode/${email}`)
  const code = await codeFor(started.product, email, since)
  const answer = await fetch(`${url}/backend/Auth/GetToken?${new URLSearchParams({ email, code })}`)
  return callsWith(((await answer.json()) as { value: { token: string } }).value.token)
}

/** Runs work for each number below `count`, eight at a time. */
const forEach = async <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  let next = 0
  const run = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await work(at)
  }
  await Promise.all(Array.from({ length: 8 }, run))
  return results
}

const listOf = async (page: Page, query: string) => {
  await page.goto(`/user/employees?${query}`)
  await page.locator("tbody tr[data-row]").first().waitFor()
  return page.locator(".pager, .list-footer, main").last().innerText()
}

it("comes, signs in, loses people, and changes its ways of sign-in", async () => {
  const platform = await callsOf(accounts.administrator)
  const { id: tenantId } = await platform("POST", "/tenant/admin/create", { name: "Dizin Holding", emails: [admins[0]] })
  await platform("POST", `/tenant/${tenantId}/admins`, { email: admins[1], firstName: "Vekil", lastName: "Dizin" })
  const admin = await callsOf(admins[0])
  const { secret } = await admin<{ secret: string }>("POST", "/token", {
    name: "Dizin",
    scopes: ["employees.provision"],
    days: 9,
  })
  const directory = callsWith(secret, "application/scim+json")

  const nameOf = (at: number) => `Kişi${String(at).padStart(4, "0")}`
  const departmentOf = (at: number) => `Bölüm ${String(at % departments).padStart(2, "0")}`
  const created = await forEach(people, at =>
    directory<{ id: string; userName: string }>("POST", "/scim/v2/Users", {
      externalId: `kisi-${at}`,
      userName: `kisi.${at}@dizin.example`,
      name: { givenName: nameOf(at), familyName: "Dizinli" },
      active: true,
      phoneNumbers: [{ type: "work", value: "+902125551010" }],
      [enterprise]: { department: departmentOf(at) },
    }),
  )

  // The administrator connects the provider, and sees everybody.
  const page = await open()
  await signInByForm(page, admins[0])
  await setUp(page, started.issuer, "dizin.example", admins[0])
  const total = people + admins.length
  expect(await listOf(page, "")).toContain(total.toLocaleString("tr"))

  // A draw and a survey before anybody leaves.
  const found = await admin<{ id: string; name: string }[]>("GET", "/department/list")
  const departmentId = found.find(({ name }) => name === departmentOf(0))?.id ?? ""
  const inDepartment = people / departments
  const draw = { title: "Herkese", method: 0, eligibility: eligibilities.value("all"), prizes: [{ quantity: 1 }] }
  const entries = async () =>
    (await admin<{ stages: { stage: string; count: number }[] }>("POST", "/draw/funnel", draw)).stages.at(-1)?.count
  expect(await entries()).toBe(total)
  const survey = await admin("POST", "/survey/create", {
    title: "Nasıldı",
    description: "",
    type: 0,
    status: 1,
    questions: [{ text: "Memnun musunuz?", type: "yes_no", options: [] }],
    departmentIds: [departmentId],
  })
  await admin("POST", `/survey/${survey.id}/invitations`, { mail: true })
  const linksOf = async () =>
    (await started.product.outbox()).flatMap(({ to, text }) => {
      const token = /\/go\/survey\/([\w-]+)/.exec(text)?.[1]
      return token ? [{ to, link: `${started.product.url}/backend/go/survey/${token}` }] : []
    })
  await expect.poll(async () => (await linksOf()).length, { timeout: 100_000, interval: 500 }).toBe(inDepartment)
  const links = await linksOf()

  // Five tabs wait for a sign-in; one of them goes to the provider, and all of them go on.
  const context = await openContext(await sharedBrowser(), started.product, { language: "tr" })
  const paths = ["employees", "draws", "surveys", "campaigns", "feedback"]
  const tabs = await Promise.all(
    paths.map(async path => {
      const tab = await context.newPage()
      await tab.goto(`/user/${path}`)
      await tab.waitForURL("**/login")
      return tab
    }),
  )
  const [first] = tabs as [Page, ...Page[]]
  await first.locator("input[type=email]").fill(admins[1])
  await first.locator("form button[type=submit]").click()
  await signInThere(first, admins[1])
  for (const [at, tab] of tabs.entries()) await tab.waitForURL(`**/user/${paths[at]}`)

  // An ordinary person of the directory has no access.
  const person = await open()
  await askFor(person, "kisi.7@dizin.example")
  await signInThere(person, "kisi.7@dizin.example")
  await person.waitForURL("**/access-denied")

  // Half of the first two departments leave; of the last one most change theirs.
  const isOfFirst = (at: number) => at % departments < 2
  const gone = created.filter((_, at) => isOfFirst(at)).slice(0, leavers)
  const moved = created.filter((_, at) => at % departments === departments - 1).slice(0, movers)
  const patchOf = (operation: object) => ({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: [{ op: "replace", ...operation }],
  })
  await forEach(leavers, at => directory("PATCH", `/scim/v2/Users/${gone[at]?.id}`, patchOf({ path: "active", value: "False" })))
  await forEach(movers, at =>
    directory("PATCH", `/scim/v2/Users/${moved[at]?.id}`, patchOf({ path: `${enterprise}:department`, value: departmentOf(2) })),
  )
  expect(await listOf(page, "status=1")).toContain((total - leavers).toLocaleString("tr"))
  expect(await listOf(page, `departmentId=${found.find(({ name }) => name === departmentOf(2))?.id}`)).toContain(
    String(inDepartment + movers),
  )
  expect(await entries()).toBe(total - leavers)
  const left = new Set(gone.map(({ userName }) => userName))
  for (const { to, link } of links) expect([to, (await fetch(link)).status]).toEqual([to, left.has(to) ? 404 : 200])
  const logged = async (action: string) =>
    (await admin<{ totalCount: number }>("GET", `/audit/list?entity=user&action=${action}&actor=Dizin&pageSize=1`)).totalCount
  expect([await logged("create"), await logged("update")]).toEqual([people, leavers + movers])

  // By the provider alone, and back.
  await page.goto("/user/connections")
  await setState(page, "only", "yonetici")
  const second = await open()
  await askFor(second, admins[1])
  await second.waitForURL("**/interaction/**")
  await setState(page, "off")
  await signInByForm(await open(), admins[1])
  for (const each of [page, person, second, ...tabs]) expect(problemsOf(each)).toEqual([])
}, 600_000)
