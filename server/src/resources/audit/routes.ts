import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  like,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm"
import { z } from "zod"
import { type AuditEntry, actions, auditedAdditions } from "../../../../src/contract/audit"
import { auditedRecords } from "../../../../src/contract/modules"
import { hasModule, reachOf, readsAudit } from "../../auth/policy"
import type { Database } from "../../db/open"
import { audit as table, users } from "../../db/schema"
import type { Actor } from "../../http/context"
import { containing, dateBound, idFilter, keywordFilter, ownerFilter } from "../../http/list"
import { isUuid, listParams } from "../../http/request"
import { kinds } from "../../kinds"
import { pageOf } from "../../records/list"
import { isWhole, loggedMembers } from "../../records/logged-change"
import { route } from "../../routes/route"
import { day, id, instant, named, paged, page as pageSchema, text } from "../../routes/schemas"
import { uploadResults } from "../users/upload-log"
import { recordStates } from "./records"
import { restoreEntry } from "./restore"

/**
 * The history of changes: of records of the actor's company and its subsidiaries, for the platform of all
 * (docs/contract.md#audit-and-undo).
 */

type AuditRow = typeof table.$inferSelect

/** What an entry has from other tables. */
type Joined = Pick<AuditEntry, "actorName" | "title" | "isLatest" | "isDeleted">

const presentEntry = (row: AuditRow, joined: Joined) =>
  ({
    id: String(row.id),
    at: row.at.toISOString(),
    actorId: row.actorId,
    actorEmail: row.actorEmail,
    tenantId: row.tenantId,
    entity: row.entity,
    entityId: row.entityId,
    action: row.action,
    before: loggedMembers(row.entity, row.before),
    after: loggedMembers(row.entity, row.after),
    version: isWhole(row.after) ? String(row.after.version) : null,
    actorToken: row.tokenName,
    ...joined,
  }) satisfies AuditEntry

const isUpload = ({ action }: AuditRow) => action === "upload"

/** The entry of a bulk upload, which names the file. */
const presentUpload = (row: AuditRow, actorName: string, result: object) => ({
  ...presentEntry(row, { actorName, title: String(row.after?.file ?? ""), isLatest: true, isDeleted: false }),
  after: { ...row.after, ...result },
})

/** Returns a function that gives the current name of the person of an entry; "" for one that has no account any more. */
const actorNames = async (db: Database, rows: readonly AuditRow[]) => {
  const ids = [...new Set(rows.flatMap(row => row.actorId ?? []))]
  const name = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`
  const found = ids.length ? await db.select({ id: users.id, name }).from(users).where(inArray(users.id, ids)) : []
  const names = new Map(found.map(person => [person.id, person.name]))
  return ({ actorId }: AuditRow) => names.get(actorId ?? "") ?? ""
}

/** Entries of a person, by id or by a part of the e-mail address at the time of the change. */
const actorFilter = (given: string | undefined): SQL | undefined => {
  const actor = given?.trim()
  if (!actor) return undefined
  if (isUuid(actor)) return eq(table.actorId, actor)
  return actor.includes("\0") ? sql`false` : like(table.actorEmail, containing(actor.toLowerCase()))
}

/** Entries that no bulk upload contains. */
const isListed = isNull(table.uploadId)

/** Entries of the rows of a bulk upload. */
const rowsOfUpload = (id: string) => and(idFilter(table.uploadId, id), ne(table.action, "upload"))

/** Entries of a person or a record, by a part of the person's e-mail or name, or of the record's text. */
const searchFilter = (db: Database, keyword: string): SQL | undefined => {
  if (!keyword) return undefined
  const found = kinds.map(({ table: records }) =>
    db.select({ id: records.id }).from(records).where(keywordFilter(records.search, keyword)),
  )
  const isActor = or(
    like(table.actorEmail, containing(keyword.toLowerCase())),
    inArray(table.actorId, db.select({ id: users.id }).from(users).where(keywordFilter(users.search, keyword))),
  )
  return or(and(isActor, isListed), ...found.map(ids => inArray(table.entityId, ids)))
}

/** Entries with a word, in any case, in a column. */
const wordFilter = (column: AnyColumn, given: string | undefined): SQL | undefined => {
  const word = given?.trim()
  if (!word) return undefined
  return /^[a-z]{1,30}$/i.test(word) ? sql`${column} = ${word.toLowerCase()}` : sql`false`
}

/** Entries of modules that the actor's company has switched off are left out, except those of the company itself. A program reads as its person does. */
const ofOpenModules = ({ token: _, ...actor }: Actor): SQL | undefined => {
  const closed = kinds.filter(kind => !hasModule(actor, kind.moduleOf(actor, "")))
  const names = closed.flatMap(({ name, alsoLogged = [] }) => [name, ...alsoLogged])
  return names.length ? or(notInArray(table.entity, names), sql`${table.entityId} = ${actor.tenantId}::uuid`) : undefined
}

const columns = z.record(z.string(), z.unknown()).nullable()
const auditEntry = named("AuditEntry", {
  id: text,
  at: instant,
  actorId: id.nullable(),
  actorEmail: text,
  actorName: text,
  actorToken: text.nullable(),
  tenantId: id.nullable(),
  entity: z.enum([...auditedRecords, ...auditedAdditions]),
  entityId: id,
  action: z.enum(actions),
  before: columns,
  after: columns,
  version: text.nullable(),
  title: text,
  isLatest: z.boolean(),
  isDeleted: z.boolean(),
}) satisfies z.ZodType<AuditEntry>

const list = route.get("/audit/list", readsAudit, {
  summary: "The history of changes, newest first",
  query: {
    ...paged,
    sortOrder: z.enum(["asc", "desc"]).default("desc"),
    keyword: text.meta({ description: "A part of the name or e-mail address of the person, or of the record’s text." }),
    entity: text,
    entityId: id,
    action: text,
    actor: text.meta({ description: "An id, or a part of an e-mail address." }),
    upload: text.meta({ description: "The `entityId` of an entry of a bulk upload: the entries of its rows." }),
    tenantId: text.meta({ description: "The id of a company, or `platform`." }),
    from: day,
    to: day,
  },
  answer: pageSchema("entries", auditEntry),
  handler: async ({ c, deps: { db, config }, query }) => {
    const reach = reachOf(c.get("actor"))
    const from = dateBound(query.from, config.timeZone)
    const to = dateBound(query.to, config.timeZone, 1)
    const params = listParams(c)
    const upload = query.upload?.trim()
    const isOfRecord = Boolean(query.entityId?.trim() || params.keyword)
    const where = and(
      reach === "all" ? undefined : inArray(table.tenantId, [...reach]),
      ofOpenModules(c.get("actor")),
      upload ? rowsOfUpload(upload) : isOfRecord ? or(isListed, ne(table.action, "upload")) : isListed,
      wordFilter(table.entity, query.entity),
      wordFilter(table.action, query.action),
      ownerFilter(table.tenantId, query.tenantId),
      idFilter(table.entityId, query.entityId),
      actorFilter(query.actor),
      searchFilter(db, params.keyword),
      from && gte(table.at, from),
      to && lt(table.at, to),
    )
    const direction = query.sortOrder?.toLowerCase() === "asc" ? asc : desc
    const page = pageOf(db.select().from(table).where(where).orderBy(direction(table.id)).$dynamic(), params)
    const [rows, totalCount] = await Promise.all([page, db.$count(table, where)])
    const [uploads, others] = [rows.filter(isUpload), rows.filter(row => !isUpload(row))]
    const [actorNameOf, stateOf, resultOf] = await Promise.all([
      actorNames(db, rows),
      recordStates(db, others, reach),
      uploadResults(
        db,
        uploads.map(row => row.entityId),
      ),
    ])
    const present = (row: AuditRow) =>
      isUpload(row)
        ? presentUpload(row, actorNameOf(row), resultOf(row.entityId))
        : presentEntry(row, { actorName: actorNameOf(row), ...stateOf(row) })
    return { value: { entries: rows.map(present), totalCount } }
  },
})

export const audit = [list, restoreEntry]
