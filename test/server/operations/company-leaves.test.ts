import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate } from "../../../server/src/db/migrate"
import { type Database, rowsOf } from "../../../server/src/db/open"
import { folderStore } from "../../../server/src/media/store"
import { backup, restore } from "../../../server/src/operations/backup"
import { companyPart, findCompany } from "../../../server/src/operations/company-rows"
import { eraseDeletedRecords } from "../../../server/src/operations/deleted-records"
import { eraseDueCompanies } from "../../../server/src/operations/erase-company"
import { createAdministrator } from "../../../server/src/operations/people"
import { messageMails } from "../../../server/src/resources/messages/mails"
import { openTemplate } from "../../api"
import { createSteps } from "../draw-kit"
import { startApi } from "../record-kit"

/** A company leaves (docs/security.md#a-company-leaves): its export, its import elsewhere, and its erasure. */
const { signed, send, tenant } = startApi()
const folder = mkdtempSync(join(tmpdir(), "company-leaves-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const day = 86_400_000
const second = "ikinci@platform.example"
let secondToken = ""
const asSecond = (method: string, path: string) =>
  signed.api.call(method, path, { token: secondToken, ...(method !== "GET" && { body: {} }) })
const erasure = () => `/tenant/${tenant.own}/erasure`

beforeAll(async () => {
  await createAdministrator(signed.api.deps, second)
  secondToken = await signed.api.signIn(second)
  // Most people go elsewhere: each of those who stay is erased one by one.
  await signed.api.db.execute(`update users set tenant_id = '${tenant.theirs}', department_id = null where role = 'User'
    and tenant_id in (select id from tenants where parent_id = '${tenant.own}' or id = '${tenant.own}') and id::text > '0f'`)
  const steps = createSteps(() => signed)
  const id = await steps.create()
  await steps.lock(id, { publicRandomness: { kind: 0 } })
  await steps.run(id)
})

const tablesWith = async (db: Database, ...columns: string[]) =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE'
        group by 1 having count(*) filter (where column_name = any('{${columns.join()}}')) = ${columns.length} order by 1`,
    )
  ).map(({ name }) => name)

const idsOf = async (db: Database, query: string) => (await rowsOf<{ id: string }>(db, query)).map(({ id }) => id)

/** Ids and addresses of all that is the company's and its subsidiaries'. */
const tracesOf = async (db: Database) => {
  const family = await idsOf(db, `select id from tenants where id = '${tenant.own}' or parent_id = '${tenant.own}'`)
  const ofFamily = `tenant_id in (${family.map(id => `'${id}'`).join()})`
  const own = []
  for (const table of await tablesWith(db, "tenant_id", "id"))
    if (table !== "audit" && table !== "jobs") own.push(...(await idsOf(db, `select id::text from "${table}" where ${ofFamily}`)))
  const emails = await idsOf(db, `select email as id from users where ${ofFamily}`)
  return { family, ofFamily, traces: [...family, ...own, ...emails] }
}

/** The rows of all tables that have one of the texts. */
const rowsWith = async (db: Database, texts: readonly string[]) => {
  const found: string[] = []
  const all = new RegExp(texts.map(text => text.replaceAll(".", "\\.")).join("|"))
  for (const table of await tablesWith(db))
    for (const { row } of await rowsOf<{ row: string }>(db, `select to_jsonb(t)::text as row from "${table}" t`))
      if (all.test(row)) found.push(`${table} ${row}`)
  return found
}

describe("the export of a company", () => {
  const file = join(folder, "company.gz")
  const targetStore = folderStore(join(folder, "media"))

  it("is imported into an empty installation, whole and with nobody else in it", async () => {
    const { db, store } = signed.api.deps
    await backup(db, store, file, tx => companyPart(tx, tenant.own, { withAnswers: true }))
    const target = await openTemplate("empty")
    await migrate(target.db)
    const counts = await restore(target.db, targetStore, file)
    const { ofFamily } = await tracesOf(db)
    for (const table of await tablesWith(db, "tenant_id", "id")) {
      if (["access_tokens", "jobs", "sign_in_connections", "webhooks", "undos", "company_erasures"].includes(table)) continue
      const [of, in_] = [
        await idsOf(db, `select id::text from "${table}" where ${ofFamily} order by 1`),
        await idsOf(target.db, `select id::text from "${table}" where ${ofFamily} order by 1`),
      ]
      expect([table, in_]).toEqual([table, of])
    }
    expect(await idsOf(target.db, `select email as id from users where ${ofFamily} is not true`)).toEqual([])
    expect(await idsOf(target.db, `select id from tenants where id <> '${tenant.own}' and parent_id <> '${tenant.own}'`)).toEqual(
      [],
    )
    expect(await rowsOf(target.db, "select from sessions")).toHaveLength(0)
    expect([counts.survey_answers, counts.draw_register, counts.pictures]).toEqual([
      (await rowsOf(db, `select from survey_answers where survey_id in (select id from surveys where ${ofFamily})`)).length,
      (await rowsOf(db, `select from draw_register where company_id = '${tenant.own}'`)).length,
      expect.any(Number),
    ])
    await target.close()
  })

  it("has no answers where it is for the company itself", async () => {
    const { db, store } = signed.api.deps
    const counts = await backup(db, store, file, tx => companyPart(tx, tenant.own, { withAnswers: false }))
    expect(
      Object.keys(counts)
        .filter(table => table.startsWith("survey"))
        .sort(),
    ).toEqual(["survey_documents", "surveys"])
  })

  it("is asked for by a name that one company has", async () => {
    const { db } = signed.api.deps
    const name = (await send("GET", "/tenant/mytenant")).value.name
    expect(await findCompany(db, name)).toBe(tenant.own)
    await expect(findCompany(db, "Yok AŞ")).rejects.toThrow("There is no company Yok AŞ.")
  })
})

describe("the erasure of a company", () => {
  it("is for the platform, needs a second person, and can be called off", async () => {
    expect((await send("GET", erasure())).status).toBe(403)
    expect((await send("GET", erasure(), "admin")).value).toBe(null)
    expect((await asSecond("POST", `${erasure()}/approve`)).status).toBe(409)
    const asked = await send("POST", erasure(), "admin", {})
    expect(asked.value).toMatchObject({ isOwn: true, dueAt: null, approvedBy: "" })
    expect((await send("POST", `${erasure()}/approve`, "admin", {})).status).toBe(403)
    expect((await asSecond("GET", erasure())).value).toMatchObject({ isOwn: false })
    expect((await send("DELETE", erasure(), "admin")).value).toBe(null)
    signed.api.advance(31 * day)
    expect(await eraseDueCompanies(signed.api.deps, signed.api.deps.store)).toEqual([])
  })

  it("is refused by the database without an approval", async () => {
    const { db } = signed.api
    const [{ id }] = (
      await idsOf(
        db,
        `insert into company_erasures (tenant_id, name, requested_by, requested_at)
      values ('${tenant.own}', 'x', gen_random_uuid(), now()) returning id`,
      )
    ).map(id => ({ id })) as [{ id: string }]
    for (const table of ["draw_locks", "draw_register", "audit"])
      await expect(
        db.transaction(async tx => {
          await tx.execute(`select set_config('company.erasure', '${id}', true)`)
          await tx.execute(`delete from ${table}`)
        }),
        table,
      ).rejects.toThrow()
    await db.execute("delete from company_erasures")
  })

  it("leaves nothing that names the company, its people or its records, and a receipt", async () => {
    const { db, deps } = signed.api
    signed.tokens.admin = await signed.api.signIn("yonetici@platform.example")
    secondToken = await signed.api.signIn(second)
    const { traces, ofFamily } = await tracesOf(db)
    expect(traces.length).toBeGreaterThan(300)
    // A campaign of another company goes on with this company's partner, which the platform keeps.
    const [partner = ""] = await idsOf(db, `select id from brands where ${ofFamily}`)
    const named = `update campaigns set brand_id = '${partner}' where id = (select id from campaigns where tenant_id = '${tenant.theirs}' limit 1)`
    const [campaign] = await idsOf(db, `${named} returning id`)
    const files = await idsOf(db, `select hash || '.' || type as id from media where ${ofFamily}`)
    await send("POST", erasure(), "admin", {})
    const approved = await asSecond("POST", `${erasure()}/approve`)
    await messageMails.send(deps, 10_000)
    expect(signed.api.outbox.at(-1)).toMatchObject({
      to: "yonetici@platform.example",
      subject: "Kalıcı silme onaylandı: Yeşilova Grup",
      text: expect.stringContaining(second),
    })
    expect(approved.value.dueAt).toBe(new Date(signed.api.now() + 30 * day).toISOString())
    signed.api.advance(30 * day - 1)
    expect(await eraseDueCompanies(deps, deps.store)).toEqual([])
    signed.api.advance(1)
    const [{ people = 0 } = {}] = await rowsOf<{ people: number }>(
      db,
      `select count(*)::int as people from users where ${ofFamily}`,
    )
    const [[name, receipt] = []] = await eraseDueCompanies(deps, deps.store)
    expect(name).toBe("Yeşilova Grup")
    expect(receipt?.erased).toMatchObject({
      users: people,
      tenants: 4,
      campaigns: expect.any(Number),
      draw_locks: expect.any(Number),
    })
    expect(receipt?.register.map(({ event }) => event)).toEqual(expect.arrayContaining(["locked", "drawn"]))
    expect(
      await rowsWith(
        db,
        traces.filter(id => id !== partner),
      ),
    ).toEqual([])
    const kept = `select c.id from campaigns c join brands b on b.id = c.brand_id where b.id = '${partner}' and b.tenant_id is null`
    expect(await idsOf(db, kept)).toEqual([campaign])
    for (const file of files)
      if (!(await idsOf(db, `select hash as id from media where hash || '.' || type = '${file}'`)).length)
        expect(existsSync(join(signed.api.config.dataDir, "media", file))).toBe(false)
    secondToken = await signed.api.signIn(second)
    const { entries } = (await asSecond("GET", "/audit/list?entity=tenant&action=delete")).value
    expect(entries[0].before).toMatchObject({ name, pictures: receipt?.pictures, register: receipt?.register })
    // The others go on.
    signed.tokens.mert = await signed.api.signIn("mert.aydin@sarikum.example")
    expect((await send("GET", "/campaign/list", "mert")).status).toBe(200)
  })
})

it("records that were deleted long ago are erased, but for what others name", async () => {
  const { db, deps } = signed.api
  const people = await idsOf(db, `select id from users where tenant_id = '${tenant.theirs}' and role = 'User' limit 3`)
  const emails = await idsOf(db, `select email as id from users where id = any('{${people.join()}}')`)
  const ids = people.map(id => `'${id}'`).join()
  const at = new Date(signed.api.now() - 400 * day).toISOString()
  await db.execute(`update users set deleted_at = '${at}' where id in (${ids})`)
  await db.execute(`update brands set deleted_at = '${at}'`)
  const { erased, kept } = await eraseDeletedRecords(deps, 365)
  expect([erased >= 3, kept > 0]).toEqual([true, true])
  expect(await rowsWith(db, emails)).toEqual([])
  expect(await eraseDeletedRecords(deps, 365)).toEqual({ erased: 0, kept })
})
