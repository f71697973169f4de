import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { seal, unseal } from "../../../server/src/auth/seal"
import { jobs } from "../../../server/src/db/job-tables"
import type { Opened } from "../../../server/src/db/open"
import { surveys, users } from "../../../server/src/db/schema"
import { signInConnections } from "../../../server/src/db/sign-in-tables"
import { surveyInvitees, surveyLinks } from "../../../server/src/db/survey-tables"
import { webhooks } from "../../../server/src/db/webhook-tables"
import { linkHashing } from "../../../server/src/kinds/survey-invitees"
import { sealStoredAgain } from "../../../server/src/operations/seals"
import { isUnsubscribeToken, unsubscribeUrl } from "../../../server/src/resources/unsubscribe-token"
import { accounts, createTestApi, type TestApi } from "../../api"
import { questions } from "../survey-kit"

/** Processes on one database while its secrets are rotated (docs/operations.md#rotating-secrets). */
const old = { JWT_SECRET: "old token secret ".repeat(3), CODE_SECRET: "old code secret ".repeat(3) }
const fresh = { JWT_SECRET: "new token secret ".repeat(3), CODE_SECRET: "new code secret ".repeat(3) }
/** @param changeAt epoch ms: which secret is that of now follows from the machine's clock, how long the one before is accepted from that of the test */
const rotating = (changeAt: number) => ({
  ...fresh,
  JWT_SECRET_BEFORE: old.JWT_SECRET,
  CODE_SECRET_BEFORE: old.CODE_SECRET,
  SECRETS_CHANGE_AT: new Date(changeAt).toISOString(),
})

/** `before` knows the old secrets alone, `prepared` will change, `changed` has, `settled` did so long ago, `after` knows the new ones alone. */
let [before, prepared, changed, settled, after] = [] as unknown as TestApi[] as [TestApi, TestApi, TestApi, TestApi, TestApi]
beforeAll(async () => {
  before = await createTestApi({ env: { ...old, PUBLIC_URL: "https://console.example" } })
  const opened = { db: before.db, watchSessions: () => before.deps.sessionChanges, close: async () => {} } as unknown as Opened
  const on = (env: Record<string, string>) => createTestApi({ env, opened })
  prepared = await on(rotating(Date.now() + 3_600_000))
  changed = await on(rotating(before.now()))
  settled = await on(rotating(before.now() - 16 * 60_000))
  after = await on(fresh)
})
afterAll(async () => {
  for (const api of [prepared, changed, settled, after, before]) await api.close()
})

const statusOf = async (api: TestApi, token: string) => (await api.call("GET", "/api/auth/me", { token })).status
const tenantOf = async () =>
  (await before.call("GET", "/tenant/getcurrenttenantid", { token: await before.signIn(accounts.elif) })).value as string
const refresh = async (api: TestApi, refreshToken: string) =>
  (await api.call("POST", "/api/auth/refresh", { body: { refreshToken } })).value as { token: string; refreshToken: string }

describe("while secrets are rotated", () => {
  it("access tokens are accepted by every process, those of the old secret for the life of a token after the change", async () => {
    const rows: [TestApi, number[]][] = [
      [before, [200, 200, 200, 401, 401]],
      [prepared, [200, 200, 200, 401, 401]],
      [changed, [401, 200, 200, 200, 200]],
    ]
    for (const [signer, expected] of rows) {
      const token = await signer.signIn(accounts.elif)
      const found = []
      for (const api of [before, prepared, changed, settled, after]) found.push(await statusOf(api, token))
      expect(found).toEqual(expected)
    }
  })

  it("a renewal whose answer was lost is repeated at another process, and the session goes on to the end", async () => {
    const { refreshToken } = await before.tokensFor(accounts.elif)
    const lost = await refresh(before, refreshToken)
    const again = await refresh(changed, refreshToken)
    expect(again.refreshToken).toBe(lost.refreshToken)
    const next = await refresh(changed, again.refreshToken)
    expect(await statusOf(after, (await refresh(after, next.refreshToken)).token)).toBe(200)
  })

  it("a code is accepted by a process after the change, and of one after it by a process before it", async () => {
    for (const [from, to] of [
      [before, changed],
      [changed, prepared],
    ] as const) {
      await from.fetch(`/backend/Auth/GetCode/${accounts.mert}`)
      const code = from.outbox.at(-1)?.code
      expect((await to.call("GET", `/Auth/GetToken?email=${accounts.mert}&code=${code}`)).value).toHaveProperty("token")
    }
  })

  it("wrong tries stay counted", async () => {
    const email = "bilinmeyen@yesilova.example"
    const ask = (api: TestApi) => api.fetch(`/backend/Auth/GetCode/${email}`)
    const enter = async (api: TestApi, code: string) =>
      (await api.call("GET", `/Auth/GetToken?email=${email}&code=${code}`)).status
    await before.db
      .insert(users)
      .values({ email, firstName: "Yeni", lastName: "Kişi", role: "TenantAdmin", tenantId: await tenantOf() })
    for (let count = 0; count < 10; count++) {
      if (count % 5 === 0) await ask(before)
      const right = before.outbox.at(-1)?.code
      await enter(before, right === "111111" ? "222222" : "111111")
    }
    await ask(changed)
    expect(await enter(changed, changed.outbox.at(-1)?.code ?? "")).toBe(400)
  })

  it("links that end mails work, and nobody is invited twice", async () => {
    const url = unsubscribeUrl(before.deps, "summary", "person")
    const token = url.slice(url.lastIndexOf("/") + 1)
    expect([changed, after].map(api => isUnsubscribeToken(api.deps, "summary", "person", token))).toEqual([true, false])

    const dates = { startDate: new Date(before.now() - 1_000), endDate: new Date(before.now() + 86_400_000) }
    const draft = { title: "Anket", description: "", type: 0, status: 1, questions, ...dates }
    const made = await before.call("POST", "/survey/create", { token: await before.signIn(accounts.elif), body: draft })
    const survey = made.value as { id: string }
    const invite = async (api: TestApi) =>
      (await api.call("POST", `/survey/${survey.id}/invitations`, { token: await api.signIn(accounts.elif), body: {} })).value
    while ((await invite(before)).remaining) {}
    expect(await invite(changed)).toMatchObject({ invited: 0, remaining: 0 })
    await before.db.delete(surveyInvitees)
  })

  it("stored values are sealed again, and are then read with the new secret alone", async () => {
    const { db, config } = before
    const [[survey], [person]] = [await db.select().from(surveys).limit(1), await db.select().from(users).limit(1)]
    const [surveyId, id] = [survey?.id ?? "", person?.id ?? ""]
    const [at, sealed] = [new Date(), seal(config.codeSecret, { id })]
    const dates = { createdAt: at, updatedAt: at }
    const client = { issuer: "https://id.example", clientId: "c", domains: ["id.example"] }
    const [hook] = await db
      .insert(webhooks)
      .values({
        url: "https://a.example",
        events: [],
        description: "",
        userId: id,
        endsCheckedAt: at,
        secret: sealed,
        oldSecret: sealed,
        ...dates,
      } as never)
      .returning()
    const [connection] = await db
      .insert(signInConnections)
      .values({ ...client, tenantId: person?.tenantId ?? null, secret: sealed, ...dates })
      .returning()
    await db.insert(surveyLinks).values({ sealed, surveyId, personKey: linkHashing(config.codeSecret)(surveyId, id) })
    const [job] = await db
      .insert(jobs)
      .values({ kind: "invitation", recordId: surveyId, body: sealed, createdAt: at })
      .returning()

    const readAll = async () => {
      const webhook = (await db.select().from(webhooks)).find(row => row.id === hook?.id)
      const client = (await db.select().from(signInConnections)).find(row => row.id === connection?.id)
      const links = (await db.select().from(surveyLinks)).filter(row => row.surveyId === surveyId)
      const mail = (await db.select().from(jobs)).find(row => row.id === job?.id)
      return { values: [webhook?.secret, webhook?.oldSecret, client?.secret, links.at(-1)?.sealed, mail?.body], links }
    }
    for (const text of (await readAll()).values) expect(unseal(changed.config.codeSecrets, text ?? "")).toEqual({ id })
    await sealStoredAgain(db, prepared.config.codeSecrets)
    expect((await readAll()).values).toContain(sealed)
    await sealStoredAgain(db, changed.config.codeSecrets)
    const { values, links } = await readAll()
    for (const text of values) expect(unseal(after.config.codeSecrets, text ?? "")).toEqual({ id })
    expect(links.map(link => link.personKey)).toContain(linkHashing(after.config.codeSecret)(surveyId, id))
    await sealStoredAgain(db, changed.config.codeSecrets)
    expect((await readAll()).values).toEqual(values)
  })
})
