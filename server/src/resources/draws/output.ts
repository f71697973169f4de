import { and, eq, getTableColumns, isNull } from "drizzle-orm"
import { type Draw, type DrawItem, statusAt } from "../../../../src/contract/draws"
import type { Wire } from "../../../../src/contract/wire"
import { owned, reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { departments, draws as table, tenants } from "../../db/schema"
import type { Actor } from "../../http/context"
import type { RowOf } from "../../records/entities"
import { storedMembers } from "../../records/stored-members"

/** A stored draw with the names of what it references: who may read it, and the members of the answer. */
type Row = RowOf<"draw">
type Names = { departmentName: string | null; tenantName: string | null }

/** A list contains neither participants nor winners, because there may be thousands of them. */
const { employeeIds, winners, ...listed } = getTableColumns(table)
const names = { departmentName: departments.name, tenantName: tenants.name }

export const selectDraws = (db: Database) =>
  db
    .select({ draw: table, ...names })
    .from(table)
    .leftJoin(departments, eq(departments.id, table.departmentId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const selectDrawItems = (db: Database) =>
  db
    .select({ draw: listed, ...names })
    .from(table)
    .leftJoin(departments, eq(departments.id, table.departmentId))
    .leftJoin(tenants, eq(tenants.id, table.tenantId))

export const visibleDraws = (actor: Actor) => and(isNull(table.deletedAt), owned(table.tenantId, reachOf(actor)))

/** @param now epoch ms, which the status follows from */
export const presentDrawItem = (
  { draw, departmentName, tenantName }: Names & { draw: Omit<Row, "employeeIds" | "winners"> },
  now: number,
) =>
  ({
    ...storedMembers(draw),
    tenantName,
    title: draw.title,
    description: draw.description,
    method: draw.method,
    eligibility: draw.eligibility,
    departmentId: draw.departmentId,
    departmentName,
    prizes: draw.prizes,
    startDate: draw.startDate.toISOString(),
    endDate: draw.endDate.toISOString(),
    drawDate: draw.drawDate.toISOString(),
    status: statusAt({ intent: draw.intent, endDate: draw.endDate.toISOString() }, now),
    media: draw.media,
  }) satisfies Wire<DrawItem>

export const presentDraw = (found: Names & { draw: Row }, now: number) =>
  ({
    ...presentDrawItem(found, now),
    employeeIds: found.draw.employeeIds,
    winners: found.draw.winners,
  }) satisfies Wire<Draw>
