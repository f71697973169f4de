import { and, eq, isNull, lte, sql } from "drizzle-orm"
import type { ErasureReceipt } from "../../../src/contract/company-erasures"
import { companyErasures } from "../db/erasure-tables"
import { tellGuards } from "../db/guards"
import { type Database, rowsOf } from "../db/open"
import { media } from "../db/schema"
import type { Deps } from "../http/context"
import type { Store } from "../media/store"
import { addAuditEntry } from "../records/audit"
import { eraseUser } from "../resources/users/erase"
import { notBackedUp } from "./backup"
import { type CompanyRows, companyRows, familyOf, idArray } from "./company-rows"
import { operator } from "./operator"
import { picturesInLog } from "./orphans"
import { name } from "./tables"

/** The erasure of a company, its subsidiaries, and all that is theirs (docs/security.md#a-company-leaves). */

/**
 * What other owners' rows say of the company: who used their campaigns, mails about it, offers to it, references to its records, and its ids in the
 * history of the platform. Totals of campaigns stay.
 */
const eraseReferences = async (tx: Database, family: readonly string[], { tables, columns, keys, ownOf }: CompanyRows) => {
  const ids = idArray(family)
  await tx.execute(sql`delete from campaign_people where (campaign_id, person_id) in
    (select campaign_id, person_id from campaign_uses where tenant_id = any(${ids}))`)
  await tx.execute(sql`delete from jobs where about = any(${ids})`)
  for (const table of tables)
    if (columns.get(table)?.includes("tenant_ids"))
      await tx.execute(sql`update ${name(table)} set tenant_ids = array(select company from unnest(tenant_ids) company
        where company <> all(${ids})) where tenant_ids && ${ids}`)
  for (const { source, column, target, targetColumn, isRequired } of keys) {
    const own = ownOf(target)
    if (!own) continue
    if (isRequired) {
      // A partner, say, that campaigns of others need becomes the platform's.
      if (target !== "users" && columns.get(target)?.includes("tenant_id"))
        await tx.execute(sql`update ${name(target)} t set tenant_id = null where ${own} and t.${name(targetColumn)} in
          (select t.${name(column)} from ${name(source)} t where (${ownOf(source) ?? sql`false`}) is not true)`)
      continue
    }
    const rows = sql`select t.${name(targetColumn)} from ${name(target)} t where ${own}`
    await tx.execute(sql`update ${name(source)} t set ${name(column)} = null
      where t.${name(column)} in (${rows}) and (${ownOf(source) ?? sql`false`}) is not true`)
  }
  await tellGuards(tx, "audit.erases_person", "on")
  for (const id of family)
    await tx.execute(sql`update audit set before = replace(before::text, ${id}, '')::jsonb, after = replace(after::text, ${id}, '')::jsonb
      where tenant_id <> all(${ids}) is not false and (position(${id} in before::text) > 0 or position(${id} in after::text) > 0)`)
  await tellGuards(tx, "audit.erases_person", "off")
}

/** Pictures that others use as well lose their owner; the others go. @returns their names in the store */
const takePictures = async (tx: Database, family: readonly string[]): Promise<string[]> => {
  const own = await rowsOf<{ hash: string }>(tx, sql`select hash from ${media} where tenant_id = any(${idArray(family)})`)
  const logged = await picturesInLog(
    tx,
    own.map(({ hash }) => hash),
  )
  await tx.execute(sql`update ${media} set tenant_id = null where tenant_id = any(${idArray(family)})
    and (hash = any(${`{${logged.join()}}`}::text[]) or exists (select from picture_references r where r.hash = decode(${media.hash}, 'hex')))`)
  const rows = await rowsOf<{ file: string }>(
    tx,
    sql`delete from ${media} where tenant_id = any(${idArray(family)}) returning hash || '.' || type as file`,
  )
  return rows.map(({ file }) => file)
}

/** Erases the people one by one, so that an interrupted erasure goes on where it was. */
const erasePeople = async (deps: Deps, family: readonly string[]) => {
  const people = await rowsOf<{ id: string }>(deps.db, sql`select id from users where tenant_id = any(${idArray(family)})`)
  for (const { id } of people) await deps.db.transaction(tx => eraseUser(operator(deps), tx, id))
}

/** How many people were erased since the notice is over, also by runs that were interrupted: the audit log has each until it goes. */
const countErased = async (tx: Database, family: readonly string[], dueAt: Date | null) => {
  const [found] = await rowsOf<{ people: number }>(
    tx,
    sql`select count(*)::int as people from audit where tenant_id = any(${idArray(family)}) and entity = 'user' and action = 'delete'
      and after is null and at >= ${dueAt?.toISOString() ?? null}::timestamptz`,
  )
  return found?.people ?? 0
}

/** Tables whose rows go in another way than the others'. */
const others = new Set([...notBackedUp, "company_erasures", "media", "tenants"])

type Erasure = typeof companyErasures.$inferSelect & { tenantId: string }

const eraseCompany = async (deps: Deps, store: Store, erasure: Erasure): Promise<ErasureReceipt> => {
  const family = await familyOf(deps.db, erasure.tenantId)
  await erasePeople(deps, family)
  const { receipt, pictures } = await deps.db.transaction(async tx => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tellGuards(tx, "company.erasure", erasure.id)
    const ledgers = await rowsOf<{ id: string }>(
      tx,
      sql`select id from campaigns where tenant_id = any(${idArray(family)}) union all select id from gifts where tenant_id = any(${idArray(family)})`,
    )
    const covers = [...family, ...ledgers.map(({ id }) => id)]
    await tx.update(companyErasures).set({ covers }).where(eq(companyErasures.id, erasure.id))
    const rows = await companyRows(tx, family)
    await eraseReferences(tx, family, rows)
    const register = await rowsOf<ErasureReceipt["register"][number]>(
      tx,
      sql`select number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, event, hash from draw_register t
        where ${rows.ownOf("draw_register")} order by company_id, number`,
    )
    const erased: Record<string, number> = { users: await countErased(tx, family, erasure.dueAt) }
    for (const table of rows.tables.toReversed()) {
      const own = rows.ownOf(table)
      if (!own || others.has(table)) continue
      const [gone] = await rowsOf<{ rows: number }>(
        tx,
        sql`with gone as (delete from ${name(table)} t where ${own} returning 1) select count(*)::int as rows from gone`,
      )
      if (gone?.rows) erased[table] = (erased[table] ?? 0) + gone.rows
    }
    // Triggers have counted what went.
    for (const table of rows.tables.filter(table => notBackedUp.has(table))) {
      const own = rows.ownOf(table)
      if (own) await tx.execute(sql`delete from ${name(table)} t where ${own}`)
    }
    // Nothing is left that names one.
    const pictures = await takePictures(tx, family)
    erased.tenants = (await rowsOf(tx, sql`delete from tenants where id = any(${idArray(family)}) returning id`)).length
    const receipt = { erased, pictures: pictures.length, register }
    const erasedAt = new Date(deps.clock())
    await tx
      .update(companyErasures)
      .set({ tenantId: null, erasedAt, receipt, covers: [] })
      .where(eq(companyErasures.id, erasure.id))
    const before = { name: erasure.name, ...receipt }
    await addAuditEntry(operator(deps), tx, { action: "delete", entity: "tenant", id: erasure.id, tenantId: null, before })
    return { receipt, pictures }
  })
  for (const file of pictures) await store.remove(file)
  return receipt
}

/** Erases the companies whose notice is over. @returns the receipts by name */
export const eraseDueCompanies = async (deps: Deps, store: Store): Promise<[string, ErasureReceipt][]> => {
  // By both clocks: what is erased because one of them is ahead cannot be brought back.
  const isPast = and(lte(companyErasures.dueAt, new Date(deps.clock())), lte(companyErasures.dueAt, sql`now()`))
  const isDue = and(isNull(companyErasures.erasedAt), isPast)
  const receipts: [string, ErasureReceipt][] = []
  for (const erasure of await deps.db.select().from(companyErasures).where(isDue))
    if (erasure.tenantId && erasure.approvedBy)
      receipts.push([erasure.name, await eraseCompany(deps, store, { ...erasure, tenantId: erasure.tenantId })])
  return receipts
}
