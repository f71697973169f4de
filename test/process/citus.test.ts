import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import connect from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../../scripts/free-port.mjs"
import { findPostgres } from "../../scripts/postgres.mjs"
import { migrate } from "../../server/src/db/migrate"
import { openPostgres } from "../../server/src/db/open"
import { accounts } from "../api"
import { itInLongRuns } from "../rounds"
import { createDatabase, nodesOf, onEach } from "../setup/nodes"
import { endAll, fresh, removeFolders, run, seeded, signIn, start } from "./kit"

/**
 * The product on Citus (docs/operations.md#citus): a coordinator and two workers, which the script named by CITUS_CLUSTER starts
 * (`FOLDER FIRST_PORT` prints the DATABASE_URL, `stop FOLDER` stops them).
 */
const cluster = (...args: string[]) =>
  execFileSync("bash", [process.env.CITUS_CLUSTER ?? "", ...args], { encoding: "utf8" }).trim()
const folder = join(tmpdir(), `campaigns-citus-${process.pid}`)
let url = ""
let nodes: string[] = []
let server: Awaited<ReturnType<typeof start>>
let tokens: Record<"elif" | "mert", string>
const secrets = { JWT_SECRET: "j".repeat(40), CODE_SECRET: "c".repeat(40) }
const day = 86_400_000

const admin = async (args: string[], env: Record<string, string> = {}) => {
  const { ended, output } = run(
    { MODE: "demo", DATA_DIR: fresh(), DATABASE_URL: url, ...env },
    { program: ["admin.js", ...args] },
  )
  return [await ended, output().trim()] as const
}

const call = async (method: string, path: string, body?: object, { as = "elif", key = "" } = {}) => {
  const headers = {
    Authorization: `Bearer ${tokens[as as "elif"]}`,
    "Content-Type": "application/json",
    "Accept-Language": "tr",
    ...(key && { "Idempotency-Key": key }),
  }
  const answer = await fetch(server.url + path, {
    method,
    headers,
    signal: AbortSignal.timeout(60_000),
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const { value, errors } = text ? JSON.parse(text) : { value: null, errors: [] }
  return { status: answer.status, value, errors, retryAfter: answer.headers.get("Retry-After") }
}
const must = async (...args: Parameters<typeof call>) => {
  const { status, value, errors } = await call(...args)
  if (status >= 300) throw new Error(`${args[0]} ${args[1]}: ${status} ${errors}`)
  return value
}

/** Statements on the servers that hold shards, with the name of a shard in place of `%`. */
const onShard = async (table: string, text: string) => {
  const client = connect(url, { max: 1, onnotice: () => {} })
  const [shard] = await client<{ name: string; nodename: string; nodeport: number }[]>`
    select shard_name as name, nodename, nodeport from citus_shards
    join run_command_on_shards(${table}::regclass, 'select count(*) from %s') counted on counted.shardid = citus_shards.shardid
    order by result::integer desc limit 1`
  await client.end()
  const worker = connect(Object.assign(new URL(url), { hostname: shard?.nodename, port: String(shard?.nodeport) }).href, {
    max: 1,
  })
  const outcome = await worker.unsafe(text.replace("%", shard?.name ?? "")).then(
    () => "done",
    (error: Error) => error.message,
  )
  await worker.end()
  return outcome
}

beforeAll(async () => {
  url =
    cluster(folder, String(await freePort()))
      .split("\n")
      .at(-1) ?? ""
  nodes = await nodesOf(url)
  server = await start(seeded(), { DATABASE_URL: url, ...secrets })
  tokens = { elif: await signIn(server.url, accounts.elif), mert: await signIn(server.url, accounts.mert) }
})
afterAll(async () => {
  await endAll()
  cluster("stop", folder)
  rmSync(folder, { recursive: true, force: true })
  removeFolders()
})

describe("on Citus", () => {
  it("a database without Citus is refused in words", async () => {
    await onEach(nodes.slice(0, 1), "create database plain")
    const plain = Object.assign(new URL(url), { pathname: "/plain" }).href
    expect(await admin(["migrate"], { DATABASE_URL: plain })).toEqual([0, expect.stringContaining("0092_")])
    expect(await admin(["distribute"], { DATABASE_URL: plain })).toEqual([1, expect.stringContaining("create extension citus")])
  })

  it("tables are spread while the product runs, once", async () => {
    const [code, text] = await admin(["distribute"])
    expect([code, text.split("\n")]).toEqual([
      0,
      expect.arrayContaining(["audit", "campaign_uses", "gift_uses", "survey_answers"]),
    ])
    expect(await admin(["distribute"])).toEqual([0, "All of it is spread."])
    expect((await admin(["check"], secrets))[1]).toMatch(/database +works, up to date/)
  })

  it("calls of each module hold", async () => {
    const { id: brandId, categoryId } = (await must("GET", "/brand/list?pageSize=1")).brands[0]
    const brand = await must("POST", "/brand/create", { name: "Dağıtılan", activeStatus: 1 })
    expect((await must("GET", "/audit/list?keyword=Da%C4%9F%C4%B1t%C4%B1lan&entity=brand")).entries[0]).toMatchObject({
      entityId: brand.id,
    })
    const campaign = await must("POST", "/campaign/create", {
      title: "Dağıtılan kampanya",
      description: "İşçilerde durur",
      startDate: new Date(Date.now() - day),
      endDate: new Date(Date.now() + 30 * day),
      rewardType: 0,
      rewardValue: 10,
      status: 1,
      brandId,
      categoryId,
    })
    const people = (await must("GET", "/user/list?pageSize=10")).users.map(({ id }: { id: string }) => ({
      employeeId: id,
      amount: 5,
    }))
    await must("POST", `/campaign/${campaign.id}/uses`, {
      uses: people.slice(0, 3).map((of: object, at: number) => ({ ...of, reference: `FIS-${at}` })),
    })
    expect((await must("GET", `/campaign/${campaign.id}/uses`)).totalCount).toBe(3)
    const survey = await must("POST", "/survey/create", {
      title: "Dağıtılan anket",
      type: 0,
      status: 1,
      questions: [{ text: "Kaç verirsiniz?", type: "rating" }],
      startDate: new Date(Date.now() - day),
      endDate: new Date(Date.now() + day),
    })
    const invited = await must("POST", `/survey/${survey.id}/invitations`, {})
    for (const { token } of invited.tokens.slice(0, 6))
      await must("POST", `/survey/${survey.id}/answers`, { token, answers: [{ questionId: survey.questions[0].id, value: 4 }] })
    expect(await must("GET", `/survey/${survey.id}/invitations`)).toMatchObject({ invited: invited.tokens.length })
    expect((await must("GET", `/survey/report/${survey.id}`)).value).toBeDefined()
    expect((await must("GET", "/api/dashboard/attention")).lines).toBeDefined()
  })

  it.each([
    ["audit", "update % set actor_email = ''", /append-only/],
    ["audit", "delete from %", /append-only/],
    ["audit", "truncate %", /is a shard of a distributed table/],
    ["audit", "set citus.enable_manual_changes_to_shards = on; truncate %", /append-only/],
    ["campaign_uses", "update % set person_id = gen_random_uuid()", /append-only/],
    ["campaign_uses", "set citus.enable_manual_changes_to_shards = on; truncate %", /append-only/],
    ["gift_uses", "delete from %", /append-only/],
  ])("a worker keeps %s: %s", async (table, text, words) => {
    expect(await onShard(table, text)).toMatch(words)
  })

  it.each(["audit", "campaign_uses", "gift_uses"])("the coordinator keeps %s", async table => {
    const client = connect(url, { max: 1, onnotice: () => {} })
    for (const statement of [`truncate ${table}`, `delete from ${table}`])
      await expect(client.unsafe(statement)).rejects.toThrow("append-only")
    await client.end()
  })

  it("a reference that no foreign key keeps is found by check", async () => {
    const client = connect(url, { max: 1 })
    await client`insert into survey_invitees (survey_id, person_hash) values (gen_random_uuid(), 'x')`
    expect((await admin(["check"], secrets))[1]).toContain("survey_invitees.survey_id names 1 rows that surveys does not have")
    await client`delete from survey_invitees where person_hash = 'x'`
    await client.end()
  })

  it("a backup is restored into a plain database, and the embedded one moves into one that is spread", async () => {
    const file = join(fresh(), "citus.backup.gz")
    expect((await admin(["backup", file]))[0]).toBe(0)
    const [code, counts] = await admin(["restore", file], { DATABASE_URL: "" })
    expect([code, counts]).toEqual([0, expect.stringMatching(/^audit +\d+$/m)])
    await createDatabase(nodes, "moved")
    const moved = { DATABASE_URL: Object.assign(new URL(url), { pathname: "/moved" }).href }
    expect((await admin(["migrate"], moved))[0]).toBe(0)
    expect((await admin(["distribute"], moved))[0]).toBe(0)
    expect(await admin(["move"], { ...moved, DATA_DIR: seeded() })).toEqual([0, expect.stringMatching(/^audit +\d+$/m)])
    expect((await admin(["check"], { ...moved, ...secrets }))[1]).toMatch(/database +works, up to date/)
  })

  itInLongRuns(
    "a worker that is gone for a minute: what needs it is refused in words, all else goes on, nothing is lost",
    async () => {
      const worker = nodes[1] ?? ""
      const client = connect(worker, { max: 1, onnotice: () => {} })
      const [its] = await client`select current_setting('data_directory') as folder`
      await client.end({ timeout: 1 })
      const asServer = (command: string) =>
        process.getuid?.() === 0
          ? execFileSync("su", ["postgres", "-s", "/bin/bash", "-c", command], { stdio: "ignore" })
          : execFileSync("bash", ["-c", command], { stdio: "ignore" })
      const wordsOf = new Set<string>()
      const during = { lists: [0, 0] as [number, number], writes: [0, 0] as [number, number], slowestList: 0 }
      let [isOver, isGone, gone] = [false, false, 0]
      const acknowledged = new Map<string, string>()
      let stored: { key: string; at: number }[] = []
      const write = async (writer: number) => {
        for (let number = 0; !isOver; number++) {
          const key = `kesinti ${writer} ${number}`
          while (!isOver) {
            const { status, value, errors, retryAfter } = await call(
              "POST",
              "/brand/create",
              { name: key, activeStatus: 1 },
              { key },
            )
            if (isGone) during.writes[status === 200 ? 0 : 1]++
            if (status === 200) {
              acknowledged.set(value.id, key)
              stored.push({ key, at: performance.now() })
              break
            }
            expect([status, Number(retryAfter) > 0]).toEqual([503, true])
            wordsOf.add(errors.join())
            await new Promise(done => setTimeout(done, 200))
          }
          await new Promise(done => setTimeout(done, 50))
        }
      }
      const read = async () => {
        while (!isOver) {
          const from = performance.now()
          const { status } = await call("GET", "/campaign/list?keyword=a", undefined, { as: "mert" })
          if (isGone) {
            during.lists[status === 200 ? 0 : 1]++
            during.slowestList = Math.max(during.slowestList, performance.now() - from)
          }
          await new Promise(done => setTimeout(done, 200))
        }
      }
      const load = [write(0), write(1), read()]
      await expect.poll(() => acknowledged.size).toBeGreaterThan(10)
      // As a kill: without a checkpoint.
      asServer(`${findPostgres()}/pg_ctl -D ${its?.folder} -m immediate -w stop`)
      isGone = true
      await new Promise(done => setTimeout(done, 30_000))
      tokens.mert = await signIn(server.url, accounts.mert)
      await new Promise(done => setTimeout(done, 30_000))
      isGone = false
      const back = performance.now()
      stored = []
      asServer(`${findPostgres()}/pg_ctl -D ${its?.folder} -l ${its?.folder}.log -w start`)
      await expect.poll(() => stored.length, { timeout: 90_000 }).toBeGreaterThan(20)
      isOver = true
      await Promise.all(load)
      gone = (stored[20]?.at ?? 0) - back
      const check = connect(url, { max: 1 })
      const kept = await check<{ id: string; name: string }[]>`select id, name from brands where name like 'kesinti %'`
      const logged = () =>
        check<{ id: string }[]>`select entity_id as id from audit where action = 'create' and after ->> 'name' like 'kesinti %'`
      // What was prepared on the worker when it ended is committed by the coordinator's daemon.
      const missing = async () => {
        const ids = new Set((await logged()).map(({ id }) => id))
        return [...acknowledged.keys()].filter(id => !ids.has(id)).length
      }
      await expect.poll(missing, { timeout: 120_000 }).toBe(0)
      const entries = await logged()
      await check.end()
      const lost = [...acknowledged.keys()].filter(id => !kept.some(row => row.id === id)).length
      const doubled =
        kept.length - new Set(kept.map(({ name }) => name)).size + entries.length - new Set(entries.map(({ id }) => id)).size
      process.stdout.write(
        `A worker gone for a minute: ${acknowledged.size} acknowledged, ${lost} lost, ${doubled} doubled; meanwhile ` +
          `${during.writes[0]} writes stored and ${during.writes[1]} refused, ${during.lists[0]} lists answered and ${during.lists[1]} not ` +
          `(slowest ${Math.round(during.slowestList)} ms); 21 writes ${Math.round(gone)} ms after its return; ${[...wordsOf].join(" | ")}\n`,
      )
      expect([lost, doubled, during.lists[1]]).toEqual([0, 0, 0])
    },
    400_000,
  )

  it("a later migration changes tables that are spread", async () => {
    const later = mkdtempSync(join(tmpdir(), "migrations-"))
    const { db, close } = await openPostgres(url)
    for (const { name } of (await db.execute("select name from schema_migrations")) as unknown as { name: string }[])
      writeFileSync(join(later, name), readFileSync(join("server/migrations", name)))
    writeFileSync(
      join(later, "9999_later.sql"),
      `alter table audit add column later text not null default '';
      create index audit_later on audit (later);
      create or replace function audit_is_kept() returns trigger language plpgsql as $$ begin raise exception 'Kept by a later release.'; end $$;
      alter table survey_answers add column later integer;
      update survey_answers set later = 1;`,
    )
    expect(await migrate(db, later)).toEqual(["9999_later.sql"])
    await close()
    expect(await onShard("audit", "update % set later = 'x'")).toContain("Kept by a later release.")
    expect((await must("GET", "/audit/list?pageSize=1")).entries).toHaveLength(1)
  })
})
