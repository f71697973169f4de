import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { audit, users } from "../../../server/src/db/schema"
import { createAdministrator, endSessionsOf, erasePerson, exportPerson, unlock } from "../../../server/src/operations/people"
import { accounts, createTestApi, type TestApi } from "../../api"

/** The operator's commands on people. */
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const statusOf = async (token: string) => (await api.call("GET", "/campaign/list", { token })).status

describe("an operator", () => {
  it("adds an administrator, who may sign in, once", async () => {
    await createAdministrator(api.deps, " Yedek@Platform.example ")
    expect(await statusOf(await api.signIn("yedek@platform.example"))).toBe(200)
    await expect(createAdministrator(api.deps, "yedek@platform.example")).rejects.toThrow("is in use already")
    const entry = (await api.db.select().from(audit)).find(
      ({ actorEmail, action }) => actorEmail === "operator" && action === "create",
    )
    expect([entry?.entity, entry?.actorId]).toEqual(["user", null])
    await erasePerson(api.deps, "yedek@platform.example")
  })

  it("ends the sessions of a person", async () => {
    const token = await api.signIn(accounts.elif)
    expect(await endSessionsOf(api.deps, accounts.elif)).toBeGreaterThan(0)
    expect(await statusOf(token)).toBe(401)
  })

  it("unlocks a person who gave wrong codes", async () => {
    await api.call("GET", `/Auth/GetCode/${accounts.elif}`)
    for (let tries = 0; tries < 3; tries++) await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=000000`)
    expect([await unlock(api.deps, accounts.elif), await unlock(api.deps, accounts.elif)]).toEqual([3, 0])
  })

  it("gives out what is stored of a person, and removes the person for good", async () => {
    const token = await api.signIn(accounts.mert)
    const { value: survey } = await api.call("POST", "/survey/create", { token, body: { title: "Nabız", type: 0, status: 0 } })
    const { id: ownerId } = (await exportPerson(api.deps, accounts.mert)).person
    const plan = { title: "Ergonomi", dueDate: "2026-05-01", ownerId, tasks: [{ name: "Bütçe" }] }
    await api.call("PUT", `/survey/${survey.id}/action-plans`, { token, body: { plans: [plan, { ...plan, ownerId: null }] } })
    const { person, company, history, campaignUses, actionPlans } = await exportPerson(api.deps, accounts.mert)
    expect(actionPlans).toMatchObject([{ survey: "Nabız", plan: { title: "Ergonomi", ownerId } }])
    expect([person.email, company]).toEqual([accounts.mert, "Sarıkum Lojistik"])
    expect([history.length > 0, campaignUses.length > 0]).toEqual([true, true])
    await erasePerson(api.deps, accounts.mert)
    expect((await api.db.select().from(users)).filter(({ id }) => id === person.id)).toEqual([])
    expect((await api.db.select().from(audit)).filter(({ actorId }) => actorId === person.id)).toEqual([])
    await expect(exportPerson(api.deps, accounts.mert)).rejects.toThrow(`Nobody has the address ${accounts.mert}.`)
  })

  it("keeps the last administrator", async () => {
    await expect(erasePerson(api.deps, accounts.admin)).rejects.toThrow("is the last administrator")
  })
})
