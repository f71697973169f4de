import { and } from "drizzle-orm"
import { statuses } from "../../../../src/contract/draws/draws"
import { draws as table } from "../../db/schema"
import { dateBound, idFilter, type ListFilters, overlapping } from "../../http/list"
import { id } from "../../kinds/answer-shape"
import { period } from "../../records/call"
import { listOf } from "../crud"
import { presentDrawItem, selectDrawItems, visibleDraws } from "./output"
import { drawAttention, drawStatus } from "./status"
import { drawItem } from "./values"

/** Draws whose entries are open on a day of the period. */
export const drawsWithin = overlapping(table.startDate, table.endDate)

/** The list's condition without keyword and status. */
export const drawFilters: ListFilters = ({ actor, zone }, query) =>
  and(
    visibleDraws(actor),
    idFilter(table.departmentId, query.departmentId),
    idFilter(table.tenantId, query.tenantId),
    drawsWithin(dateBound(query.startDate, zone), dateBound(query.endDate, zone, 1)),
  )

export const drawList = listOf(
  { entity: "draw", table, select: selectDrawItems, present: (row, _, now) => presentDrawItem(row, now), value: drawItem },
  {
    sorts: now => ({
      title: table.sortName,
      startDate: table.startDate,
      endDate: table.endDate,
      drawDate: table.drawDate,
      method: table.method,
      eligibility: table.eligibility,
      status: drawStatus.expression(now),
      createdDate: table.createdAt,
      updatedDate: table.updatedAt,
    }),
    filters: drawFilters,
    attention: drawAttention,
    status: { sql: drawStatus, codes: statuses },
    query: { ...period, departmentId: id, tenantId: id },
  },
)
