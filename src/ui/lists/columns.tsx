import type { Codes } from "../../core/codes"
import type { Key } from "../../core/i18n"
import { type BadgeTone, CodeBadge } from "../display/badge"
import type { Column } from "./table"

/** Columns that many lists have. */
type Face<N extends string> = { of: Codes<N>; prefix: string; tones: Record<N, BadgeTone> }

/** A wire code as a badge. @param key the record's member, and the call's sort key */
export const codeColumn = <K extends string, N extends string>(key: K, label: Key, face: Face<N>): Column<Record<K, number>> => ({
  key,
  label,
  sort: key,
  cell: row => <CodeBadge {...face} value={row[key]} />,
  text: (row, { t }) => {
    const name = face.of.name(row[key])
    return t(name ? (`${face.prefix}.${name}` as Key) : "ui.unknown")
  },
})

type Dated = { startDate: string | null; endDate: string | null }

/** From when to when a record holds. @param sort the call's sort key */
export const periodColumn = (label: Key, sort: "startDate" | "endDate"): Column<Dated> => ({
  key: "period",
  label,
  sort,
  className: "nowrap",
  cell: (row, { format }) => format.period(row.startDate, row.endDate),
  text: (row, { format }) => format.period(row.startDate, row.endDate),
})
