import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findPostgres } from "../../../scripts/postgres.mjs"
import { countPending, migrate, ownsTables } from "../../../server/src/db/migrate"
import { type Database, rowsOf } from "../../../server/src/db/open"
import { winnerStates } from "../../../src/contract/draws/draws"
import { createTestApi, openCopy } from "../../api"
import { reportAttack } from "../../attacks"
import { createSteps, verifyAudit } from "../draw-kit"
import { type Signed, signAll, startApi } from "../record-kit"

/**
 * What the database itself refuses (docs/security.md#manipulated-draws): statements that an administrator of the database, or who has
 * taken over the product, would send.
 */
const { signed } = startApi()
const steps = createSteps(() => signed)
type Steps = typeof steps

/** A drawn draw of which one winner declined. */
const drawn = async ({ create, run, setWinner }: Pick<Steps, "create" | "run" | "setWinner">) => {
  const id = await create()
  expect((await run(id)).status).toBe(200)
  expect((await setWinner(id, 0, { state: winnerStates.value("declined") })).status).toBe(200)
  return id
}

const changes = (id: string) => {
  const of = `where draw_id = '${id}'`
  const winner = "draw_id, round, place, employee_id, name, prize, prize_index, reserve, position, state, state_at"
  return [
    `update draw_locks set root = '00' ${of}`,
    `update draw_locks set salt_key = '00' ${of}`,
    `update draw_rounds set seed = '00' ${of}`,
    `update draw_rounds set places = '{1,0}' ${of}`,
    `update draw_replacements set position = 0 ${of}`,
    `update draw_entries set weight = 9 ${of} and position is not null`,
    `update draw_entries set position = null, commitment = null, weight = null, entered_at = now() ${of}`,
    `insert into draw_entries (draw_id, employee_id, position, commitment, weight)
      select '${id}', gen_random_uuid(), max(position) + 1, 'ff', 1 from draw_entries ${of}`,
    `insert into draw_entries (draw_id, employee_id, entered_at) values ('${id}', gen_random_uuid(), now())`,
    ...["draw_locks", "draw_rounds", "draw_replacements", "draw_entries", "draw_winners", "draw_register"].map(
      table => `delete from ${table} ${of}`,
    ),
    `update draw_register set event = 'cancelled' ${of}`,
    `update draw_winners set employee_id = gen_random_uuid() ${of} and place = 1`,
    `update draw_winners set name = 'Ada Deniz' ${of} and place = 1`,
    `update draw_winners set prize = 'Araba' ${of} and place = 1`,
    `update draw_winners set place = 900 ${of} and place = 1`,
    `update draw_winners set reserve = false ${of} and reserve`,
    `update draw_winners set reserve = false, replaces = 1 ${of} and reserve`,
    `update draw_winners set state = 'drawn' ${of} and state = 'declined'`,
    `update draw_winners set state = 'void' ${of} and place = 1`,
    `update draw_winners set replaces = null ${of} and replaces is not null`,
    `insert into draw_winners (${winner}) select draw_id, 0, 900, employee_id, 'Ada', 'Araba', 0, false, position, 'drawn', now()
      from draw_entries ${of} and position = (select max(position) from draw_entries ${of})`,
    `insert into draw_winners (${winner}) values ('${id}', 0, 900, gen_random_uuid(), 'Ada', 'Araba', 0, false, null, 'drawn', now())`,
    `update draws set round = null where id = '${id}'`,
    "update audit set action = 'create'",
    "delete from audit",
    "update gift_uses set amount = 1",
    "delete from gift_uses",
    ...[
      "audit",
      "gift_uses",
      "draw_locks",
      "draw_rounds",
      "draw_replacements",
      "draw_entries",
      "draw_winners",
      "draw_register",
    ].map(table => `truncate ${table} cascade`),
    "truncate draws cascade",
    "truncate tenants cascade",
  ]
}

/** What a role without ownership may not do either. */
const ofOwners = [
  "alter table draw_rounds disable trigger all",
  "alter table audit disable trigger audit_is_kept",
  "alter table draw_winners disable trigger user",
  "drop trigger draw_entries_are_complete on draw_entries",
  "alter trigger kept_whole on audit rename to gone",
  "create or replace function draw_proofs_are_kept() returns trigger language plpgsql as $$ begin return new; end $$",
  "drop function kept_whole() cascade",
  "drop table draw_replacements",
  "alter table audit rename to audit_before",
  "create rule forget as on insert to audit do instead nothing",
  "set session_replication_role = replica",
  "alter table audit owner to current_user",
  "create table proofs (x int)",
  "update schema_migrations set checksum = ''",
  "delete from schema_migrations",
]

/** The words of the triggers, and of PostgreSQL for who owns nothing. */
const words = /append-only|are complete|was not drawn|permission denied|must be owner/

/** @returns the statements that were carried out, or failed for another reason */
const tryAll = async (db: Database, statements: string[]) => {
  const passed: string[] = []
  for (const statement of statements)
    await db.execute(statement).then(
      () => passed.push(statement),
      ({ cause }: { cause: Error }) => words.test(cause.message) || passed.push(`${statement}: ${cause.message}`),
    )
  return passed
}

it("no statement changes what a draw was committed to, its winners, the audit log and the ledger", async () => {
  const id = await drawn(steps)
  const { db } = signed.api
  const counts = async () => rowsOf(db, "select (select count(*) from audit) + (select count(*) from draw_winners) as kept")
  const before = await counts()
  const statements = changes(id)
  const passed = await tryAll(db, statements)
  reportAttack("statements on proofs, winners, audit log and ledger", statements.length, passed.length)
  expect(passed).toEqual([])
  expect(await counts()).toEqual(before)
  expect((await verifyAudit(signed.api, id)).report.holds).toBe(true)
})

const url = process.env.TEST_DATABASE_URL
/** A skipped test counts as a failure. */
const describeOnPostgres = url ? describe : (_name: string, _tests: () => unknown) => {}

describeOnPostgres("a role that owns nothing", () => {
  const role = `app_${randomUUID().replaceAll("-", "")}`
  let copy = ""
  const admin = postgres(url ?? "", { max: 1, onnotice: () => {} })
  const own = {} as Signed
  const { create, run, setWinner } = createSteps(() => own)
  /** The migrations of a later release: one that is not applied. */
  const later = mkdtempSync(join(tmpdir(), "migrations-"))
  writeFileSync(join(later, "9999_later.sql"), "select 1;")

  beforeAll(async () => {
    await admin.unsafe(`create role ${role} login`)
    // What a pool does not pass on (docs/operations.md#a-pool).
    await admin.unsafe(`alter role ${role} set statement_timeout = '15s'`)
    await admin.unsafe(`alter role ${role} set idle_in_transaction_session_timeout = '30s'`)
    const opened = await openCopy(url ?? "", async address => {
      copy = address
      const psql = join(findPostgres() ?? "", "psql")
      execFileSync(psql, [copy, "-v", `app=${role}`, "-v", "ON_ERROR_STOP=1", "-qf", "deploy/roles.sql"])
      return Object.assign(new URL(copy), { username: role }).href
    })
    own.api = await createTestApi({ opened })
    own.tokens = await signAll(own.api)
  })
  afterAll(async () => {
    await own.api?.close()
    // The rights of a role are in the database, which is there until the end of the run.
    const database = postgres(copy, { max: 1 })
    await database.unsafe(`drop owned by ${role}`)
    await database.end()
    await admin.unsafe(`drop role ${role}`)
    await admin.end()
    rmSync(later, { recursive: true })
  })

  it("starts and runs the product, and takes no protection away", async () => {
    const { api, tokens } = own
    expect([await migrate(api.db), await ownsTables(api.db), await ownsTables(signed.api.db)]).toEqual([[], false, true])
    expect([await countPending(api.db), await countPending(signed.api.db, later)]).toEqual([0, 1])
    await expect(countPending(api.db, later)).rejects.toThrow("as the owner of the tables")
    const id = await drawn({ create, run, setWinner })
    const brand = await api.call("POST", "/brand/create", { token: tokens.elif, body: { name: "Ayrı rol" } })
    const history = await api.call("GET", "/audit/list", { token: tokens.elif })
    expect([brand.status, history.value.entries[0].entityId]).toEqual([200, brand.value.id])
    const statements = [...changes(id), ...ofOwners]
    const passed = await tryAll(api.db, statements)
    reportAttack("the same, and those of an owner, by the role of the product", statements.length, passed.length)
    expect(passed).toEqual([])
  })
})
