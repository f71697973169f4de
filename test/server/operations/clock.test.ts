import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { rowsOf } from "../../../server/src/db/open"
import { users } from "../../../server/src/db/schema"
import { settleInstants, startClockWatch } from "../../../server/src/operations/clock"
import { addEnds } from "../../../server/src/webhooks/ends"
import { claim } from "../../../server/src/webhooks/queue"
import { accounts, createTestApi, type TestApi } from "../../api"

/** A clock that was a day ahead for a while: nobody, and nothing, waits for that day afterwards. */

const day = 86_400_000
let api: TestApi
beforeAll(async () => {
  api = await createTestApi({ env: { CODE_SEND_INTERVAL: "60", CODE_SENDS_PER_HOUR: "5" } })
})
afterAll(() => api.close())

const settle = () => settleInstants(api.db, api.now(), "Europe/Istanbul")
const whileAhead = async (work: () => Promise<unknown>) => {
  api.advance(day)
  await work()
  api.advance(60_000 - day)
  await settle()
}
const secondsOf = async (sql: string) => {
  const [row] = await rowsOf<{ at: Date | string }>(api.db, sql)
  return row?.at == null ? null : (new Date(row.at).getTime() - api.now()) / 1000
}

describe("after a clock that was a day ahead", () => {
  it("the next code waits for its interval, is valid for three minutes, and wrong tries count for an hour", async () => {
    const code = () => api.call("GET", `/Auth/GetCode/${accounts.elif}`)
    const tries = async () => {
      for (let count = 0; count < 10; count++) {
        await api.call("GET", `/Auth/GetToken?email=${accounts.elif}&code=${count % 2 ? "000000" : "111111"}`)
        if (count % 4 === 3) await api.db.execute("update codes set tries = 0, foreign_tries = 0")
      }
    }
    await whileAhead(async () => {
      expect((await code()).status).toBe(200)
      await tries()
    })
    const refused = await code()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(3_600)
    expect(await secondsOf("select max(expires_at) as at from codes")).toBeLessThanOrEqual(180)
    await api.db.execute("delete from code_tries")
    expect(Number((await code()).headers.get("Retry-After"))).toBe(60)
    api.advance(60_000)
    expect((await code()).status).toBe(200)
  })

  it("ends are looked for, and deliveries sent, retried or sent again as if it had not been", async () => {
    const [person] = await api.db.select().from(users).limit(1)
    await api.db.execute(`insert into webhooks (id, user_id, url, description, events, state, secret, ends_checked_at, created_at)
      values ('00000000-0000-4000-8000-000000000001', '${person?.id}', 'https://a.example/', '', '{announcement.ended}', 'active', 'x', now(), now())`)
    const deliver = (id: number, tries: number, created: string, tried: string, next: string, taken = "null") =>
      api.db.execute(`insert into jobs (id, webhook_id, type, body, tries, created_at, tried_at, next_try_at, taken_until)
        overriding system value values (${id}, '00000000-0000-4000-8000-000000000001', 'x', '{}', ${tries}, ${created}, ${tried}, ${next}, ${taken})`)
    await whileAhead(async () => {
      const ahead = `'${new Date(api.now()).toISOString()}'::timestamptz`
      const before = `'${new Date(api.now() - 3 * day).toISOString()}'::timestamptz`
      await api.db.execute(`update webhooks set ends_checked_at = ${ahead}`)
      await deliver(1, 0, ahead, "null", ahead)
      await deliver(2, 1, ahead, ahead, `${ahead} + interval '5 minutes'`)
      await deliver(3, 2, before, ahead, `${ahead} + interval '30 minutes'`)
      // Sent again by a person.
      await deliver(4, 0, before, before, ahead)
      await deliver(5, 0, before, "null", before, `${ahead} + interval '30 seconds'`)
      // Waits for its turn, rightly.
      await deliver(6, 9, before, before, `${before} + interval '60 hours'`)
    })
    const waits = await rowsOf<{ id: string; at: Date | string }>(
      api.db,
      "select id, next_try_at as at from jobs where kind = 'delivery' order by id",
    )
    const minutes = waits.map(({ at }) => Math.round((new Date(at).getTime() - api.now()) / 60_000))
    expect(minutes).toEqual([0, 5, 30, 0, -2881, 719])
    const claimed = await api.db.transaction(tx =>
      claim(tx, api.now(), { all: 20, notWorking: 10, ofOwner: 20, taken: new Map() }),
    )
    expect(claimed.map(({ id }) => id)).toEqual([5])
    api.advance(60_000)
    await addEnds(api.deps)
    expect(await secondsOf("select ends_checked_at as at from webhooks")).toBe(0)
    await api.db.execute("delete from webhooks")
  })

  it("a mail of a survey is tried within a minute, a summary within a day, and what is kept ends when it should", async () => {
    const [person] = await api.db.select().from(users).limit(1)
    const token = await api.signIn(accounts.mert)
    const body = { name: "Kuzey" }
    await whileAhead(async () => {
      const ahead = `'${new Date(api.now()).toISOString()}'::timestamptz`
      await api.db.execute(`insert into jobs (kind, record_id, body, created_at, next_try_at, taken_until, first_tried_at)
        select 'invitation', id, 'x', ${ahead}, ${ahead}, ${ahead} + interval '1 minute', ${ahead} from surveys limit 1`)
      await api.db.execute(`insert into summaries (user_id, rhythm, language, sent_on) values ('${person?.id}', 'daily', 'tr', (${ahead})::date)
        on conflict (user_id) do update set sent_on = excluded.sent_on`)
      await api.db.execute(
        `insert into monthly_reports (user_id, language, sent_for) values ('${person?.id}', 'tr', (${ahead})::date)`,
      )
      await api.db.execute(`insert into company_erasures (tenant_id, name, requested_by, requested_at, approved_by, due_at)
        select id, name, id, ${ahead}, gen_random_uuid(), ${ahead} + interval '30 days' from tenants order by id limit 1`)
      await api.db.execute(`update tenants set mails_used_up_at = ${ahead}`)
      await api.db.execute(`insert into housekeeping (step, taken_until) values ('pictures', ${ahead})
        on conflict (step) do update set taken_until = excluded.taken_until`)
      for (const days of [0, 3])
        await api.db.execute(`insert into survey_reminders (survey_id, sent_at)
          select id, ${ahead} + interval '${days} days' from surveys order by id limit 1`)
      const signedIn = await api.tokensFor(accounts.mert)
      await api.call("POST", "/brand/create", { token: signedIn.token, body, headers: { "Idempotency-Key": "ahead" } })
    })
    expect(
      await secondsOf("select max(greatest(next_try_at, taken_until)) as at from jobs where kind = 'invitation'"),
    ).toBeLessThanOrEqual(60)
    expect(await secondsOf("select max(first_tried_at) as at from jobs where kind = 'invitation'")).toBeLessThanOrEqual(0)
    expect(await secondsOf("select max(sent_on)::timestamptz as at from summaries")).toBeLessThanOrEqual(0)
    expect(await rowsOf(api.db, "select sent_for < date_trunc('month', now()) as is_due from monthly_reports")).toEqual([
      { is_due: true },
    ])
    const between = "select (extract(epoch from max(sent_at) - min(sent_at)) / 86400)::int as days from survey_reminders"
    expect([await secondsOf("select max(sent_at) as at from survey_reminders"), await rowsOf(api.db, between)]).toEqual([
      0,
      [{ days: 3 }],
    ])
    for (const column of [
      "mails_used_up_at from tenants",
      "created_at from idempotency_keys",
      "last_used_at from sessions",
      "requested_at from company_erasures",
    ])
      expect(
        await secondsOf(`select max(${column.split(" ")[0]}) as at from ${column.split(" ")[2]}`),
        column,
      ).toBeLessThanOrEqual(0)
    expect(await secondsOf("select coalesce(max(expires_at), now() - interval '9 years') as at from undos")).toBeLessThanOrEqual(
      600,
    )
    expect(await rowsOf(api.db, "select step from housekeeping where taken_until is not null")).toEqual([])
    expect(await secondsOf("select max(due_at) as at from company_erasures")).toBeLessThanOrEqual(30 * 86_400)
    expect(await secondsOf("select max(expires_at) as at from refresh_tokens")).toBeLessThanOrEqual(7 * 86_400)
    expect((await api.call("GET", "/brand/list", { token })).status).toBe(200)
  })

  it("everything else that has a time is known to wait for none", async () => {
    const columns = await rowsOf<{ name: string }>(
      api.db,
      `select table_name || '.' || column_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_type = 'BASE TABLE' and table_schema = 'public' and data_type in ('timestamp with time zone', 'date')`,
    )
    const settled =
      /^(codes|code_tries|sessions|refresh_tokens|idempotency_keys|undos|summaries|monthly_reports|survey_reminders|jobs|survey_mails|webhooks|access_tokens|limits|sign_in_steps|passkeys|passkey_rules|recovery_codes|company_erasures|housekeeping)\./
    // What people enter, and when something was made, changed or recorded: shown, sorted by, or compared with the day of a report.
    const data =
      /\.(created|updated|deleted|resolved|recorded|entered|signed_in|locked|drawn|state|published|used|succeeded|applied|first_response|decided|invited|voided|retired|given|cancelled|tried)_at$|\.(start|end|draw)_date$|\.validity_(start|end)$|\.(hired_at|at|email_since|answered_on|entered_on|counted_from)$/
    const undecided = columns.map(({ name }) => name).filter(name => !settled.test(name) && !data.test(name))
    expect(undecided).toEqual(["tenants.mails_used_up_at"])
  })
})

it("a process settles instants when it starts, and when its clock is set back", async () => {
  vi.useFakeTimers()
  const statements: unknown[] = []
  let now = 10 * day
  const db = { execute: async (statement: unknown) => void statements.push(statement) }
  const log = { warn: vi.fn() }
  const stop = startClockWatch({ db, clock: () => now, config: { timeZone: "UTC" }, log } as never)
  const runs = async (ms: number) => {
    statements.length = 0
    now += ms
    await vi.advanceTimersByTimeAsync(1_000)
    return statements.length > 0
  }
  try {
    await vi.advanceTimersByTimeAsync(0)
    expect(statements.length).toBeGreaterThan(0)
    expect([await runs(1_000), await runs(day), await runs(-500), await runs(-day), await runs(1_000)]).toEqual([
      false,
      false,
      false,
      true,
      false,
    ])
    expect(log.warn.mock.calls).toEqual([[{ clock: "was set back", seconds: 86_400 }]])
  } finally {
    stop()
    vi.useRealTimers()
  }
})
