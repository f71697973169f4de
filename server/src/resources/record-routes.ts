import { and, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import type { Context } from "hono"
import { z } from "zod"
import type { Codes } from "../../../src/core/codes"
import type { Fields } from "../../../src/core/fields"
import { may } from "../auth/policy"
import type { StatusCounts, StatusSql } from "../db/status"
import type { Env } from "../http/context"
import { keywordFilter, type ListFilters, statusParam, updatedFilter } from "../http/list"
import { listParams, requireId } from "../http/request"
import { attentionFilter } from "../kinds/attention"
import { filtersOf } from "../kinds/filters"
import type { DerivedKind, Kind, StoredRow } from "../kinds/kind"
import { readVersioned } from "../records/find"
import { type ListCount, readPage, readPageByStatus } from "../records/list"
import { create, newColumns, remove, update, withOwner } from "../records/write"
import { type Body, type Guard, json, literalTrue, noted, route, update as updateOf } from "../routes/route"
import { day, exampleId, listQuery, page, pageByStatus, propose, text } from "../routes/schemas"
import { uploadTo } from "./media/routes"

/** The calls that most kinds of record have. A resource replaces the one that its wire words differently. */

type Listed<R extends StoredRow> = Pick<
  DerivedKind<R>,
  "name" | "module" | "tag" | "table" | "owner" | "attention" | "selectItems" | "presentItem" | "item"
>

export type ListOptions = {
  /** Rows that a keyword finds; absent: those whose own text has it. */
  keyword?: (keyword: string) => SQL | undefined
  /** Another way to count the rows by status; undefined where it cannot serve the query. @param where the condition without the status */
  count?: (c: Context<Env>, where: SQL | undefined, now: Date) => ListCount<StatusCounts> | undefined
}

type ListSpec = ListOptions & {
  /** Absent: who may read the module. */
  guard?: Guard
  /** Sort keys of the wire. */
  sorts: (now: Date) => Record<string, PgColumn | SQL>
  /** The condition of the list, without keyword, attention and status. */
  filters: ListFilters
  /** The parameters of the filters. */
  query: Record<string, z.ZodType>
  /** The status by which the list is filtered, and whose numbers the answer contains. */
  status?: { sql: StatusSql; codes: Codes<string> }
}

/** The list of a kind. The answer has the rows as `<name>s`. */
export const listRoute = <R extends StoredRow>(
  { name, module, tag, table, owner, attention, selectItems, presentItem, item }: Listed<R>,
  { guard = may("read", module), sorts, filters, query: ofFilters, status, count, ...spec }: ListSpec,
) => {
  const { keyword = (text: string) => keywordFilter(table.search, text) } = spec
  const [reason, ...reasons] = Object.keys(attention)
  return route.get(`/${name}/list`, guard, {
    summary: `List of ${tag.toLowerCase()}`,
    query: {
      ...listQuery(sorts(new Date(0))),
      ...(reason && { attention: z.enum([reason, ...reasons]) }),
      ...ofFilters,
      ...(status && { status: text }),
      updatedSince: day,
    },
    answer: (status ? pageByStatus : page)(`${name}s`, item) as z.ZodType<object>,
    handler: async ({ c, deps: { db, clock, config }, query }) => {
      const actor = c.get("actor")
      const params = listParams(c)
      const now = new Date(clock())
      const zone = config.timeZone
      const where = and(
        filters({ actor, zone, now }, query),
        reason ? attentionFilter(attention, { tenantId: owner, actor, zone, now }, query.attention) : undefined,
        params.keyword ? keyword(params.keyword) : undefined,
        updatedFilter(table.updatedAt, query.updatedSince, zone),
      )
      const asked = { params, table, where, sorts: sorts(now) }
      const { rows, ...totals } = status
        ? await readPageByStatus(db, selectItems, asked, {
            sql: status.sql,
            status: statusParam(status.codes, query.status),
            now,
            count: count?.(c, where, now),
          })
        : await readPage(db, selectItems, asked)
      return { value: { [`${name}s`]: rows.map(row => presentItem(row, actor, now.getTime())), ...totals } }
    },
  })
}

/** One record with its version. */
export const getRoute = <R extends StoredRow>(kind: Kind<R>) => {
  const { name, module, noun, value } = kind
  return route.get(`/${name}/:id`, may("read", module), {
    summary: `One ${noun}`,
    answer: value as z.ZodType<object>,
    handler: ({ c, params }) => readVersioned(c, kind, requireId(params.id)),
  })
}

export const removeRoute = <R extends StoredRow>(kind: Kind<R>, path: `/${string}/:id` = `/${kind.name}/delete/:id`) => {
  const { module, noun } = kind
  return route.delete(path, may("write", module), {
    summary: `Delete one ${noun}`,
    answer: literalTrue,
    handler: ({ c, params }) => remove(c, kind, requireId(params.id)),
  })
}

/** The upload of a kind's pictures. */
export const mediaRoute = ({ name, module }: Kind) => uploadTo(`/${name}/media`, may("write", module))

/** A create or update of a kind that may need approval takes a note, and `?propose=true`. */
export const proposable = <B>({ live }: Pick<Kind, "live">, body: Body<B>) =>
  live === undefined ? { body } : { query: { propose }, body: noted(body) }

/** The body of an update: the id, and the members that change. */
export const changeOf = <S extends z.ZodRawShape>(body: z.ZodObject<S>, idMember = "id") =>
  body.partial().extend({ [idMember]: z.string() })

const requiredOf = (fields: Fields) => Object.keys(fields).filter(name => fields[name]?.isRequired)

type Wording = ListOptions & {
  /** Guard of the list; absent: who may read the module. */
  mayList?: Guard
  /** The members that an update may name; absent: those of a create. */
  changeable?: z.ZodObject
  /** The member of an update that contains the id. */
  idMember?: string
  /** The path of the deletion. */
  removePath?: `/${string}/:id`
  /** Members that a create must name beside those of the fields. */
  required?: readonly string[]
}

/** The five calls of a kind, by name. */
export const recordRoutes = <R extends StoredRow, D extends object>(
  kind: DerivedKind<R, D>,
  { mayList, changeable = kind.body, idMember = "id", removePath, required = [], ...list }: Wording = {},
) => {
  const { name, module, noun, fields, body, columns, value, example, sorts, filters, status } = kind
  const change = changeOf(changeable, idMember)
  const columnAt = (by: DerivedKind["sorts"][string], now: Date) => (by === "status" && status ? status.sql.expression(now) : by)
  return {
    list: listRoute<R>(kind, {
      ...list,
      ...(mayList && { guard: mayList }),
      sorts: now => Object.fromEntries(Object.entries(sorts).map(([key, by]) => [key, columnAt(by, now) as PgColumn | SQL])),
      filters: filtersOf(kind),
      query: Object.fromEntries(Object.entries(filters).map(([key, { schema }]) => [key, schema])),
      ...(status && { status }),
    }),
    get: getRoute(kind),
    create: route.post(`/${name}/create`, may("write", module), {
      summary: `Create one ${noun}`,
      ...proposable(kind, json(withOwner(body))),
      required: [...requiredOf(fields), ...required],
      example,
      answer: value as z.ZodType<object>,
      handler: async ({ c, body }) => {
        const given = await body()
        return create(c, kind, given, tx => newColumns(c, tx, kind, given))
      },
    }),
    update: route.put(`/${name}/update`, may("write", module), {
      summary: `Change one ${noun}`,
      ...proposable(kind, updateOf(change, idMember)),
      required: [idMember],
      example: {
        [idMember]: exampleId,
        ...Object.fromEntries(Object.entries(example).filter(([member]) => member in changeable.shape)),
      },
      answer: value as z.ZodType<object>,
      handler: async ({ c, body }) => {
        const { id, change } = await body()
        return update(c, kind, id, (row, tx) => columns(tx, c.get("actor"), change, row))
      },
    }),
    remove: removeRoute(kind, removePath),
  }
}
