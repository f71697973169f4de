import { type AnyColumn, and } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import { codeFilter, dateBound, idFilter, type ListFilters, memberFilter, overlapping, ownerFilter } from "../http/list"
import type { DerivedKind, Filter } from "./kind"

/** The condition of a kind's list, without keyword, attention and status. */
export const filtersOf =
  ({ filters, visible }: Pick<DerivedKind, "filters" | "visible">): ListFilters =>
  (scope, query) =>
    and(
      visible(scope.actor, filters.tenantId && query.tenantId?.trim()),
      ...Object.entries(filters).map(([name, { where }]) => where(query[name], scope)),
    )

const text = z.string()
const number = z.int().min(0)
const day = z.string().meta({ description: "A day (YYYY-MM-DD) or an instant." })
const id = z.string().meta({ format: "uuid" })

export const byCode = (column: AnyColumn): Filter => ({ schema: number, where: given => codeFilter(column, given) })
export const byId = (column: AnyColumn): Filter => ({ schema: id, where: given => idFilter(column, given) })
export const byMember = (column: AnyColumn): Filter => ({ schema: id, where: given => memberFilter(column, given) })

/** The owner: the id of a company, or `platform` (docs/contract.md#owner-filter). */
export const byOwner = (column: AnyColumn): Filter => ({
  schema: text.meta({ description: "The id of a company, or `platform`." }),
  where: given => ownerFilter(column, given),
})

/** Rows whose own period has a moment in the given one. */
export const byPeriod = (start: PgColumn, end: PgColumn): { startDate: Filter; endDate: Filter } => ({
  startDate: { schema: day, where: (given, { zone }) => overlapping(start, end)(dateBound(given, zone), undefined) },
  endDate: { schema: day, where: (given, { zone }) => overlapping(start, end)(undefined, dateBound(given, zone, 1)) },
})
