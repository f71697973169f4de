import type { Code } from "../../core/codes"
import type { Key } from "../../core/i18n"
import { CodeBadge, type CodeLook, codeText } from "../display/badge"
import type { Column } from "./table"

/** Columns that many lists have. */

/** A wire code as a badge. @param key the record's member; @param sort the call's sort key */
export const codeColumn = <K extends string, N extends string>(
  key: K,
  label: Key,
  look: CodeLook<N>,
  sort: string | undefined = key,
): Column<Record<K, Code>> => ({
  key,
  label,
  sort,
  text: (row, { t }) => t(codeText(look, row[key])),
  cell: row => <CodeBadge {...look} value={row[key]} />,
})

/** The period in which a record is valid. @param sort the call's sort key */
export const periodColumn = (
  label: Key,
  sort: "startDate" | "endDate",
): Column<{ startDate: string | null; endDate: string | null }> => ({
  key: "period",
  label,
  sort,
  className: "nowrap",
  text: (row, { format }) => format.period(row.startDate, row.endDate),
})

/** A moment, such as the last update. @param sort the call's sort key */
export const momentColumn = <K extends string>(key: K, label: Key, sort?: string): Column<Record<K, string | null>> => ({
  key,
  label,
  sort,
  className: "nowrap",
  text: (row, { format }) => format.dateTime(row[key]),
})

/** Tabs that filter by status, in the order of `names`. */
export const codeTabs = <N extends string>(look: CodeLook<N>, names: readonly N[]) =>
  names.map(name => ({ value: String(look.of.value(name)), label: codeText(look, name) }))
