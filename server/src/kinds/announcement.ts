import { sql } from "drizzle-orm"
import * as contract from "../../../src/contract/announcements"
import { announcements as table } from "../db/schema"
import { byCode, byOwner, byPeriod } from "./filters"
import { kindOf } from "./kind-of"

/** Announcements (docs/contract.md#announcements). */
export const announcement = kindOf("announcements", table, contract, {
  tag: "Announcements",
  noun: "announcement",
  status: contract.status,
  end: { event: "ended", live: ["published"], over: "archived" },
  sorts: {
    title: table.sortName,
    type: table.type,
    status: "status",
    startDate: table.startDate,
    endDate: table.endDate,
    createdDate: table.createdAt,
    updatedDate: table.updatedAt,
  },
  filters: { tenantId: byOwner(table.tenantId), ...byPeriod(table.startDate, table.endDate), type: byCode(table.type) },
  attention: {
    /** Published, and over soon. */
    ending: ({ now, soon }) => sql`${table.intent} = 'published' and (${table.startDate} is null or ${table.startDate} <= ${now})
      and ${table.endDate} > ${now} and ${table.endDate} <= ${soon}`,
  },
  example: {
    title: "Bahar kampanyası",
    description: "Tüm çalışanlara",
    startDate: "2026-04-01T00:00:00Z",
    endDate: "2026-05-01T00:00:00Z",
    body: "Servis saatleri değişiyor.",
    type: 0,
    status: 1,
  },
})
