import { type SQL, sql } from "drizzle-orm"
import { type Database, rowsOf } from "../db/open"
import { StartProblem } from "../errors/problem"
import type { Part } from "./backup"
import { spreadLog } from "./orphans"
import { columnsOf, type ForeignKey, foreignKeysOf, name, tablesOf } from "./tables"

/**
 * Which rows belong to a company and its subsidiaries: those that name it, or an own record or person. It is read from the columns and
 * foreign keys, so that a new table is part of it.
 */

/** A company by its id or name. @throws StartProblem when there is none, or several are called so */
export const findCompany = async (db: Database, text: string): Promise<string> => {
  const found = await rowsOf<{ id: string }>(db, sql`select id from tenants where id::text = ${text} or name = ${text}`)
  const [company] = found
  if (!company) throw new StartProblem(`There is no company ${text}.`)
  if (found.length > 1) throw new StartProblem(`Several companies are called ${text}: ${found.map(({ id }) => id).join(", ")}`)
  return company.id
}

/** Ids of a company and its subsidiaries, deleted ones too. */
export const familyOf = async (db: Database, id: string): Promise<string[]> =>
  (await rowsOf<{ id: string }>(db, sql`select id from tenants where id = ${id} or parent_id = ${id}`)).map(row => row.id)

export const idArray = (ids: readonly string[]): SQL => sql`${`{${ids.join()}}`}::uuid[]`

export type CompanyRows = {
  tables: string[]
  columns: Map<string, string[]>
  keys: ForeignKey[]
  /** The condition on rows `t` of a table that are the company's; undefined for a table that belongs to no company. */
  ownOf: (table: string) => SQL | undefined
}

export const companyRows = async (db: Database, family: readonly string[]): Promise<CompanyRows> => {
  const tables = await tablesOf(db)
  const keys = (await foreignKeysOf(db)).filter(({ source, target }) => source !== target)
  const columns = new Map<string, string[]>()
  for (const table of tables) columns.set(table, await columnsOf(db, table))
  const ids = idArray(family)
  const ownOf = (table: string): SQL | undefined => {
    const has = (column: string) => columns.get(table)?.includes(column)
    if (table === "tenants") return sql`t.id = any(${ids})`
    if (has("tenant_id")) return sql`t.tenant_id = any(${ids})`
    if (has("company_id")) return sql`t.company_id = any(${ids})`
    if (has("owner")) return sql`t.owner = any(${ids}::text[])`
    const key = keys.find(({ source, isRequired, target }) => source === table && isRequired && target !== "categories")
    const [column, target, targetColumn] = key
      ? [key.column, key.target, key.targetColumn]
      : has("user_id")
        ? ["user_id", "users", "id"]
        : []
    const own = target && ownOf(target)
    return own && column && targetColumn
      ? sql`t.${name(column)} in (select t.${name(targetColumn)} from ${name(target)} t where ${own})`
      : undefined
  }
  return { tables, columns, keys, ownOf }
}

/** Lists of all companies, which an export holds whole. */
const shared = ["categories", "cities"]

/** What another installation could not read, or must not accept: ways of sign-in, tokens, secrets, and work that is not done. */
const notExported = [
  "access_tokens",
  "company_erasures",
  "idempotency_keys",
  "jobs",
  "passkeys",
  "recovery_codes",
  "refresh_tokens",
  "sessions",
  "sign_in_connections",
  "sign_in_identities",
  "survey_links",
  "survey_mails",
  "undos",
  "webhooks",
]

/** What not even a company's administrators may read: answers of surveys one by one (docs/security.md#respondents-of-surveys). */
const answers = [
  "survey_answers",
  "survey_held_answers",
  "survey_invitations",
  "survey_invitees",
  "survey_tallies",
  "survey_texts",
]

/**
 * The part of a backup that is a company's: its rows, and the platform's records that they name, such as a partner. People and
 * companies outside of it are left out, and no reference to them stays.
 */
export const companyPart = async (db: Database, id: string, { withAnswers }: { withAnswers: boolean }): Promise<Part> => {
  const family = await familyOf(db, id)
  const { tables, keys, ownOf } = await companyRows(db, family)
  const left = new Set([...notExported, ...(withAnswers ? [] : answers)])
  const isOutside = (target: string) => target === "tenants" || target === "users"
  const included = (table: string): SQL | undefined => {
    if (left.has(table)) return undefined
    if (shared.includes(table)) return sql`true`
    const own = ownOf(table)
    if (!own || isOutside(table)) return own
    const naming = keys.flatMap(({ source, column, target, targetColumn }) => {
      const rows = target === table ? included(source) : undefined
      return rows ? [sql`t.${name(targetColumn)} in (select t.${name(column)} from ${name(source)} t where ${rows})`] : []
    })
    return sql`(${sql.join([own, ...naming], sql` or `)})`
  }
  const withPictures = await rowsOf<{ source: string }>(db, sql`select distinct source from picture_references`)
  const inLog = await spreadLog(db)
  const pictures = () => {
    const naming = withPictures.flatMap(({ source }) => {
      const rows = tables.includes(source) ? included(source) : undefined
      return rows ? [sql`r.source = ${source} and r.id in (select t.id::text from ${name(source)} t where ${rows})`] : []
    })
    const used = sql`select encode(r.hash, 'hex') from picture_references r where ${sql.join([sql`false`, ...naming], sql` or `)}`
    const entries = included("audit")
    const logged = inLog && entries ? sql`or decode(t.hash, 'hex') in (${inLog(entries)})` : sql``
    return sql`(${ownOf("media")} or t.hash in (${used}) ${logged})`
  }
  const found = await rowsOf<{ file: string }>(db, sql`select hash || '.' || type as file from media t where ${pictures()}`)
  const files = new Set(found.map(({ file }) => file))
  return {
    rowsOf: table => (table === "media" ? pictures() : included(table)),
    valueOf: (table, column) => {
      const of = sql`t.${name(column)}`
      const ids = idArray(family)
      if (column === "parent_id") return sql`case when ${of} = any(${ids}) then ${of} end`
      if (column === "tenant_ids") return sql`array(select company from unnest(${of}) company where company = any(${ids}))`
      const key = keys.find(({ source, column: named, isRequired }) => source === table && named === column && !isRequired)
      if (!key || !isOutside(key.target)) return undefined
      const rows = sql`select t.${name(key.targetColumn)} from ${name(key.target)} t where ${ownOf(key.target)}`
      return sql`case when ${of} in (${rows}) then ${of} end`
    },
    hasPicture: file => files.has(file),
  }
}
