import { and, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono"
import { z } from "zod"
import { moduleOfRecord } from "../../../src/contract/modules"
import type { Codes } from "../../../src/core/codes"
import type { Fields } from "../../../src/core/fields"
import { bearer } from "../auth/bearer"
import { may } from "../auth/policy"
import type { Database } from "../db/open"
import type { StatusCounts, StatusSql } from "../db/status"
import type { Actor, Env } from "../http/context"
import { ok } from "../http/envelope"
import { keywordFilter, type Query, statusParam } from "../http/list"
import { listParams } from "../http/request"
import { attentionFilter } from "../kinds/attention"
import { type EntityName, mediaColumnsOf, type RecordTable, type RowOf, registrationOf, type ValuesOf } from "../kinds/entities"
import { filtersOf } from "../kinds/filters"
import type { Kind, Row } from "../kinds/kind"
import { type Call, type Calls, listQuery, page, pageByStatus, recordCalls, text, upload } from "../records/call"
import { type ListCount, readPage, readPageByStatus, type Select } from "../records/list"
import { type KindNamed, type records, recordsOf, withOwner } from "../records/records"
import { uploadImage } from "./media/routes"

/** The calls that most kinds of record have, with their documentation. */

type Sorts = Record<string, PgColumn | SQL>

/** The rows of a list, and the documentation of one. */
type Listed<R> = {
  entity: EntityName
  table: RecordTable & Record<"tenantId" | "search", PgColumn>
  select: Select<R>
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
  { entity, table, select, present, value }: Listed<R>,
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
      attention && attentionFilter(attention, { tenantId: table.tenantId, actor, now }, query.attention),
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
export const listOfKind = <R extends Row, D extends object>(kind: Kind<R, D>, options: ListOptions = {}): List => {
  const { name, table, selectItems, presentItem, item, sorts, filters, attention, status } = kind
  const columnAt = (by: Kind["sorts"][string], now: Date) => (by === "status" && status ? status.sql.expression(now) : by)
  return listCall(
    { entity: name, table, select: selectItems, present: presentItem, value: item },
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

type CallsSpec<E extends EntityName, S extends z.ZodObject> = {
  entity: E
  /** The routes of its other calls; absent: it has none. */
  routes?: Hono<Env>
  records: ReturnType<typeof records<E, object>>
  list: List
  /** Guard of the list; absent: who may read the module. */
  mayList?: MiddlewareHandler<Env>
  body: S
  /** Makes the columns from the members that a body names, and the stored row of an update. @throws Refusal 400 */
  columns: (db: Database, actor: Actor, given: Partial<z.infer<S>>, row?: RowOf<E>) => Promise<ValuesOf<E>>
  /** Replaces the handler of the update call. */
  update?: Handler<Env>
  /** The member of an update that contains the id. */
  idMember?: string
  /** The path of the deletion. */
  removePath?: string
  /** The documentation of the answer, a body, and members that a create must name beside those of the fields. */
  value: z.ZodType
  example: Record<string, unknown>
  required?: readonly string[]
}

/** The body of an update: the id, and the members that change. */
export const changeOf = <S extends z.ZodRawShape>(body: z.ZodObject<S>, idMember = "id") =>
  body.partial().extend({ [idMember]: z.string() })

const requiredOf = (fields: Fields = {}) => Object.keys(fields).filter(name => fields[name]?.isRequired)

/** Adds the calls of a kind of record to the routes. Returns them with their documentation. */
export const crud = <E extends EntityName, S extends z.ZodObject>({
  entity,
  records,
  list,
  body,
  columns,
  value,
  example,
  idMember = "id",
  removePath = `/${entity}/delete/:id`,
  ...kind
}: CallsSpec<E, S>): { routes: Hono<Env>; calls: Calls } => {
  const { routes = new Hono<Env>() } = kind
  const { tag, fields } = registrationOf(entity)
  const module = moduleOfRecord(entity)
  const change = changeOf(body, idMember)
  const { mayList = may("read", module), update = records.updateFrom(change, idMember, columns as never) } = kind
  const hasPictures = mediaColumnsOf(entity).length > 0
  const mediaPath = `/${entity}/media`
  routes.get(`/${entity}/list`, bearer, mayList, list.handler)
  routes.get(`/${entity}/:id`, bearer, may("read", module), records.get)
  routes.post(`/${entity}/create`, bearer, may("write", module), records.createFrom(body, columns))
  routes.put(`/${entity}/update`, bearer, may("write", module), update)
  routes.delete(removePath, bearer, may("write", module), c => records.remove(c))
  if (hasPictures) routes.post(mediaPath, bearer, may("write", module), uploadImage)
  const required = [...requiredOf(fields), ...(kind.required ?? [])]
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
  return { routes, calls: { ...recordCalls(entity, documented), ...(hasPictures && upload(mediaPath, tag)) } }
}

/** As `crud`, of a kind. @param own what its calls have of their own */
export const callsOf = <E extends EntityName>(kind: KindNamed<E>, own: Partial<CallsSpec<E, z.ZodObject>> = {}) => {
  const { name, body, columns, value, example } = kind
  const records = own.records ?? recordsOf(kind)
  const list = own.list ?? listOfKind(kind)
  return crud<E, z.ZodObject>({
    entity: name,
    body,
    columns: columns as CallsSpec<E, z.ZodObject>["columns"],
    value,
    example,
    ...own,
    records,
    list,
  })
}
