import { beforeEach, describe, expect, it } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import type { Deps } from "../../../server/src/http/context"
import { type Mail, MailDown } from "../../../server/src/mail/mail"
import { summaryMails } from "../../../server/src/resources/summary/mails"
import { monthlyReportMails } from "../../../server/src/resources/summary/monthly-report"
import { accounts } from "../../api"
import { itInLongRuns } from "../../rounds"
import { startApi, type Who } from "../record-kit"

/** Summaries by mail of what needs a person (docs/contract.md#summary). */
const { signed, send, get } = startApi()

const wednesday = "2026-03-11T05:30:00Z"
let mails: Mail[] = []
const depsAt = (instant: string, deliver: (mail: Mail) => Promise<void> = async mail => void mails.push(mail)): Deps => ({
  ...signed.api.deps,
  clock: () => Date.parse(instant),
  mailer: { open: async () => {}, send: deliver },
})
const sendAt = async (instant: string) => {
  mails = []
  await summaryMails.send(depsAt(instant), 10_000)
  return mails.map(({ to }) => to).sort()
}
const choose = (who: Who, rhythm: string, language = "tr") =>
  send("PUT", "/api/auth/summary", who, { rhythm }, { "Accept-Language": language })

beforeEach(async () => {
  for (const who of ["admin", "elif", "mert"] as const) await choose(who, "off")
})

describe("a summary", () => {
  it("is off until it is chosen, by staff", async () => {
    expect((await get("/api/auth/summary")).value).toMatchObject({ rhythm: "off" })
    expect((await choose("elif", "weekly")).value).toMatchObject({ rhythm: "weekly" })
    expect((await get("/api/auth/summary")).value).toMatchObject({ rhythm: "weekly" })
    expect((await choose("elif", "hourly")).status).toBe(400)
    expect((await choose("user", "daily")).status).toBe(403)
  })

  it.each([
    ["Wednesday 08:29", "2026-03-11T05:29:00Z", []],
    ["Wednesday 08:30", wednesday, ["daily"]],
    ["Wednesday 11:59", "2026-03-11T08:59:00Z", ["daily"]],
    ["Wednesday 12:00", "2026-03-11T09:00:00Z", []],
    ["Saturday", "2026-03-14T05:30:00Z", []],
    ["Monday", "2026-03-16T05:30:00Z", ["daily", "weekly"]],
    ["the eve of a feast, whose morning is worked", "2026-03-19T05:30:00Z", ["daily"]],
    ["a feast", "2026-03-20T05:30:00Z", []],
  ])("comes on %s as chosen", async (_, instant, rhythms) => {
    await choose("elif", "daily")
    await choose("admin", "weekly")
    const of: Record<string, string> = { daily: accounts.elif, weekly: accounts.admin }
    expect(await sendAt(instant)).toEqual(rhythms.map(rhythm => of[rhythm]).sort())
  })

  it("comes once a day, with several processes too", async () => {
    await choose("elif", "daily")
    await choose("mert", "daily")
    mails = []
    await Promise.all([1, 2, 3].map(() => summaryMails.send(depsAt(wednesday), 10_000)))
    expect(mails.map(({ to }) => to).sort()).toEqual([accounts.elif, accounts.mert].sort())
    expect(await sendAt("2026-03-11T06:00:00Z")).toEqual([])
    expect(await sendAt("2026-03-12T05:30:00Z")).toHaveLength(2)
  })

  it("names what needs the person, in their language, and ends by one click", async () => {
    await choose("elif", "daily", "en")
    await sendAt(wednesday)
    const lines = (await get("/api/dashboard/attention")).value.lines
    const [mail] = mails
    expect(mail?.subject).toBe(`${lines.length} things need you today`)
    for (const { title } of lines) expect(mail?.text).toContain(title)
    expect(mail?.text).toMatch(/\/user\/[a-z-]+\?[a-z]+=/)

    const path = mail?.unsubscribe?.split("/backend")[1] ?? ""
    expect(path).toMatch(/^\/summary\/unsubscribe\//)
    for (const end of ["", ".", ")", "%E2%80%9D"]) expect((await signed.api.call("GET", path + end)).status).toBe(200)
    expect((await signed.api.call("POST", `${path}x`)).status).toBe(404)
    expect((await get("/api/auth/summary")).value).toMatchObject({ rhythm: "daily" })
    expect((await signed.api.call("POST", `${path}.`)).status).toBe(200)
    expect((await get("/api/auth/summary")).value).toMatchObject({ rhythm: "off" })
  })

  it("has only what the person may see, and comes to nobody whom nothing needs or who may not sign in", async () => {
    await choose("elif", "daily")
    const { userId } = (await get("/api/auth/me")).value
    const change = (set: string) => signed.api.db.execute(`update users set ${set} where id = '${userId}'`)
    const flags = (modules: string) =>
      signed.api.db.execute(
        `update tenants set modules = ${modules} where id = (select tenant_id from users where id = '${userId}')`,
      )
    await flags(`'{"campaignManagement": false}'`)
    await sendAt(wednesday)
    expect([mails.length, mails[0]?.text]).toEqual([1, expect.not.stringContaining("/user/campaigns")])
    await flags(`'{"dashboard": false}'`)
    expect(await sendAt("2026-03-12T05:30:00Z")).toEqual([])
    await flags("'{}'")
    await change("status = 0")
    expect(await sendAt("2026-03-13T05:30:00Z")).toEqual([])
    await change("status = 1")
    expect(await sendAt("2026-03-16T05:30:00Z")).toEqual([accounts.elif])
  })

  it("waits for a mail server that cannot be reached, and is not sent again when it may have left", async () => {
    await choose("elif", "daily")
    const fail = (instant: string, isUnsent: boolean) =>
      summaryMails.send(
        depsAt(instant, async () => {
          throw new MailDown("down", { isUnsent })
        }),
        10_000,
      )
    await fail(wednesday, true)
    expect(await sendAt("2026-03-11T05:31:00Z")).toEqual([accounts.elif])
    await fail("2026-03-12T05:30:00Z", false)
    expect(await sendAt("2026-03-12T05:31:00Z")).toEqual([])
    await fail("2026-03-13T05:30:00Z", true)
    await choose("elif", "off")
    expect(await sendAt("2026-03-13T05:31:00Z")).toEqual([])
    expect(await rowsOf(signed.api.db, "select id from jobs where kind = 'summary'")).toEqual([])
  })

  itInLongRuns("is sent to nobody twice by processes that are killed, which lose the mails they were sending", async () => {
    const { value: company } = await get("/tenant/getcurrenttenantid")
    await signed.api.db.execute(`insert into users (email, first_name, last_name, role, tenant_id, status)
      select 'ozet' || n || '@yesilova.example', 'Ada', 'Tan', 'TenantAdmin', '${company}', 1 from generate_series(1, 60) n`)
    await signed.api.db.execute(`insert into summaries (user_id, rhythm, language)
      select id, 'daily', 'tr' from users where email like 'ozet%'`)
    mails = []
    let kills = 0
    for (let rounds = 0; rounds < 21; rounds++) {
      let left = 3
      const deliver = async (mail: Mail) => {
        if (left-- > 0 || kills >= 20) return void mails.push(mail)
        kills++
        // A kill before the mail has left, or after.
        if (kills % 2) mails.push(mail)
        throw new Error("killed")
      }
      await summaryMails.send(depsAt(wednesday, deliver), 10_000)
    }
    const got = mails.map(({ to }) => to).filter(to => to.startsWith("ozet"))
    expect([kills > 10, new Set(got).size]).toEqual([true, got.length])
    expect(got.length).toBeGreaterThanOrEqual(60 - kills)
    await signed.api.db.execute("delete from users where email like 'ozet%'")
  })
})

describe("the report of a month", () => {
  const dueAt = async (instant: string, deliver?: (mail: Mail) => Promise<void>) => {
    mails = []
    await monthlyReportMails.send(depsAt(instant, deliver), 10_000)
    return mails.map(({ to }) => to).sort()
  }
  const choosePerson = async (who: Who, monthlyReport: boolean, language = "tr") => {
    const { value } = await send("PUT", "/api/auth/summary", who, { monthlyReport }, { "Accept-Language": language })
    return value.monthlyReport
  }
  /** Whoever chose it did so in February. */
  const chosenInFebruary = () => signed.api.db.execute("update monthly_reports set sent_for = '2026-01-01'")

  beforeEach(async () => {
    await signed.api.db.execute(`update tenants set modules = '{"reports": true}'`)
    for (const who of ["admin", "elif", "mert"] as const) await choosePerson(who, false)
  })

  it("is off until it is chosen, and first comes with the month that is running then", async () => {
    expect((await get("/api/auth/summary")).value.monthlyReport).toBe(false)
    expect(await choosePerson("elif", true)).toBe(true)
    const [row] = await rowsOf<{ day: string }>(signed.api.db, "select sent_for::text as day from monthly_reports")
    const now = new Date(signed.api.deps.clock())
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
    expect(row?.day).toBe(before)
  })

  it("comes on the first working morning of the month, or a later one, once with several processes and after a restart", async () => {
    await choosePerson("elif", true)
    await choosePerson("mert", true)
    await chosenInFebruary()
    // March 1, 2026 is a Sunday.
    expect(await dueAt("2026-03-01T06:00:00Z")).toEqual([])
    expect(await dueAt("2026-03-02T05:29:00Z")).toEqual([])
    mails = []
    await Promise.all([1, 2, 3].map(() => monthlyReportMails.send(depsAt("2026-03-02T05:30:00Z"), 10_000)))
    expect(mails.map(({ to }) => to).sort()).toEqual([accounts.elif, accounts.mert].sort())
    for (const instant of ["2026-03-02T05:31:00Z", "2026-03-03T05:30:00Z", "2026-03-31T05:30:00Z"])
      expect(await dueAt(instant), instant).toEqual([])
    await choosePerson("elif", false)
    expect(await dueAt("2026-04-07T05:30:00Z")).toEqual([accounts.mert])
  })

  it("has the figures of the page's reports of that month, in the person's language, and ends by one click", async () => {
    await choosePerson("elif", true, "en")
    await chosenInFebruary()
    await dueAt("2026-03-02T05:30:00Z")
    const [mail] = mails
    expect(mail?.subject).toBe("Your report for February 2026")
    expect(mail?.text).toContain("/user/reports?from=2026-02-01&to=2026-02-28")
    const period = "from=2026-02-01&to=2026-02-28"
    for (const [module, name] of [
      ["campaigns", "Campaigns"],
      ["draws", "Draws"],
      ["employees", "Newly hired"],
    ]) {
      const { total, previousTotal } = (await get(`/report/${module}?${period}`)).value
      expect(mail?.text).toContain(`${name}: ${total} (previous period: ${previousTotal})`)
    }
    const path = mail?.unsubscribe?.split("/backend")[1] ?? ""
    expect((await signed.api.call("POST", path.replace("monthly-report", "summary"))).status).toBe(404)
    expect((await signed.api.call("GET", path)).status).toBe(200)
    expect((await get("/api/auth/summary")).value.monthlyReport).toBe(true)
    expect((await signed.api.call("POST", path)).status).toBe(200)
    expect((await get("/api/auth/summary")).value.monthlyReport).toBe(false)
  })

  it("has only what is open to the person, and is not offered where reports are closed", async () => {
    await choosePerson("elif", true)
    const flags = (modules: string) =>
      signed.api.db.execute(
        `update tenants set modules = ${modules} where id = (select tenant_id from users where email = '${accounts.elif}')`,
      )
    await chosenInFebruary()
    await flags(`'{"campaignManagement": false, "reports": true}'`)
    await dueAt("2026-03-02T05:30:00Z")
    expect([mails.length, mails[0]?.text]).toEqual([1, expect.not.stringContaining("Kampanyalar")])
    await chosenInFebruary()
    await flags(`'{"reports": false}'`)
    expect((await get("/api/auth/summary")).value).not.toHaveProperty("monthlyReport")
    expect(await dueAt("2026-03-02T05:30:00Z")).toEqual([])
  })

  it("waits for a mail server that cannot be reached until the next morning, and is not sent again when it may have left", async () => {
    await choosePerson("elif", true)
    await chosenInFebruary()
    const down = (isUnsent: boolean) => async () => {
      throw new MailDown("down", { isUnsent })
    }
    await dueAt("2026-03-02T08:59:00Z", down(true))
    expect(await dueAt("2026-03-02T09:30:00Z")).toEqual([accounts.elif])
    await chosenInFebruary()
    await dueAt("2026-03-02T05:30:00Z", down(false))
    expect(await dueAt("2026-03-02T05:32:00Z")).toEqual([])
    expect(await rowsOf(signed.api.db, "select id from jobs where kind = 'report'")).toEqual([])
  })
})
