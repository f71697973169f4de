import { and, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono"
import { z } from "zod"
import type { AuditedRecord } from "../../../src/contract/modules"
import type { Codes } from "../../../src/core/codes"
import type { Fields } from "../../../src/core/fields"
import { bearer } from "../auth/bearer"
import { may } from "../auth/policy"
import type { StatusCounts, StatusSql } from "../db/status"
import type { Actor, Env } from "../http/context"
import { ok, okWritten } from "../http/envelope"
import { keywordFilter, type Query, statusParam } from "../http/list"
import { idParam, listParams, readUpdate, readValid } from "../http/request"
import { attentionFilter } from "../kinds/attention"
import { filtersOf } from "../kinds/filters"
import type { DerivedKind, Kind, RecordTable, StoredRow } from "../kinds/kind"
import { type Call, type Calls, listQuery, page, pageByStatus, recordCalls, text, upload } from "../records/call"
import { readVersioned } from "../records/find"
import { type ListCount, type ListSelect, readPage, readPageByStatus } from "../records/list"
import { create, newColumns, remove, update, withOwner } from "../records/write"
import { uploadImage } from "./media/routes"

/** The calls that most kinds of record have, with their documentation. */

type Sorts = Record<string, PgColumn | SQL>

/** The rows of a list, and the documentation of one. */
type Listed<R> = {
  entity: AuditedRecord
  table: RecordTable
  /** The column with the company that a row belongs to. */
  owner: PgColumn
  select: ListSelect<R>
  present: (row: R, actor: Actor, now: number) => object
  value: z.ZodType
}

type ListSpec = {
  /** Sort keys of the wire. */
  sorts: (now: Date) => Sorts
  /** The condition of the list, without keyword, attention and status. */
  filters: (scope: { actor: Actor; zone: string; now: Date }, query: Query) => SQL | undefined
  attention?: Kind["attention"]
  /** The status by which the list is filtered, and whose numbers the answer contains. */
  status?: { sql: StatusSql; codes: Codes<string> }
  /** The documentation of the query parameters of the filters. */
  query: Call["query"]
} & ListOptions

export type ListOptions = {
  /** Rows that a keyword finds; absent: those whose own text has it. */
  keyword?: (keyword: string) => SQL | undefined
  /** Another way to count the rows by status; undefined where it cannot serve the query. @param where the condition without the status */
  count?: (c: Context<Env>, where: SQL | undefined, now: Date) => ListCount<StatusCounts> | undefined
}

type List = { handler: Handler<Env>; query: Call["query"]; value: z.ZodType }

/** Returns the handler of a list and its documentation. The answer has the rows as `<entity>s`. */
export const listCall = <R>(
  { entity, table, owner, select, present, value }: Listed<R>,
  { sorts, filters, attention, status, query: filterQuery, count, ...spec }: ListSpec,
): List => ({
  handler: async (c: Context<Env>) => {
    const { db, clock, config } = c.get("deps")
    const { keyword = (text: string) => keywordFilter(table.search, text) } = spec
    const actor = c.get("actor")
    const params = listParams(c)
    const now = new Date(clock())
    const query = c.req.query()
    const where = and(
      filters({ actor, zone: config.timeZone, now }, query),
      attention && attentionFilter(attention, { tenantId: owner, actor, now }, query.attention),
      params.keyword ? keyword(params.keyword) : undefined,
    )
    const asked = { params, table, where, sorts: sorts(now) }
    const { rows, ...totals } = status
      ? await readPageByStatus(db, select, asked, {
          sql: status.sql,
          status: statusParam(status.codes, query.status),
          now,
          count: count?.(c, where, now),
        })
      : await readPage(db, select, asked)
    return ok(c, { [`${entity}s`]: rows.map(row => present(row, actor, now.getTime())), ...totals })
  },
  query: {
    ...listQuery(sorts(new Date(0))),
    ...(attention && { attention: z.enum(Object.keys(attention) as [string, ...string[]]) }),
    ...filterQuery,
    ...(status && { status: text }),
  },
  value: (status ? pageByStatus : page)(`${entity}s`, value),
})

/** As `listCall`, of a kind. */
export const listOfKind = <R extends StoredRow, D extends object>(kind: DerivedKind<R, D>, options: ListOptions = {}): List => {
  const { name, table, owner, selectItems, presentItem, item, sorts, filters, attention, status } = kind
  const columnAt = (by: DerivedKind["sorts"][string], now: Date) => (by === "status" && status ? status.sql.expression(now) : by)
  return listCall(
    { entity: name, table, owner, select: selectItems, present: presentItem, value: item },
    {
      sorts: now => Object.fromEntries(Object.entries(sorts).map(([key, by]) => [key, columnAt(by, now) as PgColumn | SQL])),
      filters: filtersOf(kind),
      ...(Object.keys(attention).length && { attention }),
      ...(status && { status }),
      ...options,
      query: Object.fromEntries(Object.entries(filters).map(([key, { schema }]) => [key, schema])),
    },
  )
}

type OwnCalls = {
  /** The routes of its other calls; absent: it has none. */
  routes?: Hono<Env>
  list?: List
  /** Guard of the list; absent: who may read the module. */
  mayList?: MiddlewareHandler<Env>
  /** Replaces the handler of the update call. */
  update?: Handler<Env>
  /** The member of an update that contains the id. */
  idMember?: string
  /** The path of the deletion. */
  removePath?: string
  /** Members that a create must name beside those of the fields. */
  required?: readonly string[]
}

/** The body of an update: the id, and the members that change. */
export const changeOf = <S extends z.ZodRawShape>(body: z.ZodObject<S>, idMember = "id") =>
  body.partial().extend({ [idMember]: z.string() })

const requiredOf = (fields: Fields) => Object.keys(fields).filter(name => fields[name]?.isRequired)

/** Returns the calls of a kind of record and their documentation. @param own what its calls have of their own */
export const callsOf = <R extends StoredRow, D extends object>(
  kind: DerivedKind<R, D>,
  { idMember = "id", removePath = `/${kind.name}/delete/:id`, ...own }: OwnCalls = {},
): { routes: Hono<Env>; calls: Calls } => {
  const { name, module, tag, fields, body, columns, value, example } = kind
  const { routes = new Hono<Env>(), list = listOfKind(kind), mayList = may("read", module) } = own
  const change = changeOf(body, idMember)
  const updateRecord: Handler<Env> = async c => {
    const { id, change: given } = await readUpdate(c, change, idMember)
    return okWritten(c, await update(c, kind, id, (row, tx) => columns(tx, c.get("actor"), given, row)))
  }
  const hasPictures = kind.media.length > 0
  const mediaPath = `/${name}/media`
  routes.get(`/${name}/list`, bearer, mayList, list.handler)
  routes.get(`/${name}/:id`, bearer, may("read", module), async c => okWritten(c, await readVersioned(c, kind, idParam(c))))
  routes.post(`/${name}/create`, bearer, may("write", module), async c => {
    const given = await readValid(c, withOwner(body))
    return okWritten(c, await create(c, kind, given, tx => newColumns(c, tx, kind, given)))
  })
  routes.put(`/${name}/update`, bearer, may("write", module), own.update ?? updateRecord)
  routes.delete(removePath, bearer, may("write", module), async c => okWritten(c, await remove(c, kind, idParam(c))))
  if (hasPictures) routes.post(mediaPath, bearer, may("write", module), uploadImage)
  const required = [...requiredOf(fields), ...(own.required ?? [])]
  const documented = {
    query: list.query,
    list: list.value,
    value,
    body: withOwner(body),
    change,
    example,
    required,
    idMember,
    removePath,
  }
  return { routes, calls: { ...recordCalls(name, documented), ...(hasPictures && upload(mediaPath, tag)) } }
}
