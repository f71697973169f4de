import { approvalTexts, isApprovalState } from "../../contract/approval"
import { activeStatuses, type Code } from "../../core/codes"
import type { Key } from "../../core/text/i18n"
import { activeStatusLook } from "../display/active-status"
import { Badge, type CodeLook, codeBadge, codeLabel, codeText } from "../display/badge"
import { Period } from "../display/period"
import { rangeText } from "../display/range-text"
import { RecordCell } from "../display/record-cell"
import type { Owned } from "../hooks/screen-context"
import { dateValues, type ExportValue, textValue } from "./export-values"
import type { Column } from "./table"

/** Columns and tabs that many lists share. */

/**
 * The column that names a record: its title as a link, with a picture and a note.
 * @param key the member with the title, also the sort key; @param notes the parts of the note in exports
 */
export const mainColumn = <K extends string, T extends Record<K, string> & Owned & { id: string }>(
  key: K,
  label: Key,
  details: (row: T) => { image?: string; note: string[] },
  notes: readonly ExportValue<T>[] = [],
): Column<T> => ({
  key,
  label,
  sort: key,
  isMain: true,
  text: row => row[key],
  values: [textValue(label, row => row[key]), ...notes],
  cell: row => <RecordCell id={row.id} title={row[key]} owner={row} {...details(row)} />,
})

/** A code as a badge. @param key the member, also the sort key */
export const codeColumn = <K extends string, N extends string>(
  key: K,
  label: Key,
  look: CodeLook<N>,
): Column<Record<K, Code>> => ({
  key,
  label,
  sort: key,
  size: "sm",
  text: (row, { t }) => codeLabel(look, row[key], t),
  cell: (row, { t }) => codeBadge(look, row[key], t),
})

/** The status of a record, and whether a change of it waits for approval or was returned. */
export const statusColumn = ({
  labels,
  status,
}: {
  labels: { status: Key }
  status: CodeLook<string>
}): Column<{ status: Code; approval?: string }> => ({
  ...codeColumn("status", labels.status, status),
  rank: 0,
  cell: ({ status: code, approval }, { t }) =>
    isApprovalState(approval) ? (
      <span className="badges">
        {codeBadge(status, code, t)}
        {Badge({ tone: "warning", children: t(approvalTexts[approval]) })}
      </span>
    ) : (
      codeBadge(status, code, t)
    ),
})

/** The status of a person; an active one who was invited has not signed in yet. */
export const personStatusColumn = (label: Key): Column<{ status: Code; isInvited: boolean }> => {
  const column = statusColumn({ labels: { status: label }, status: activeStatusLook })
  const isWaiting = ({ status, isInvited }: { status: Code; isInvited: boolean }) =>
    isInvited && activeStatuses.name(status) === "active"
  return {
    ...column,
    text: (row, context) => (isWaiting(row) ? context.t("ui.activity.invited") : column.text(row, context)),
    cell: (row, context) =>
      isWaiting(row) ? Badge({ tone: "info", children: context.t("ui.activity.invited") }) : column.cell?.(row, context),
  }
}

/** The period from `startDate` to `endDate`. @param sort the sort key of the call; @param labels names of both in exports */
export const periodColumn = (
  label: Key,
  sort: "startDate" | "endDate",
  labels: { startDate: Key; endDate: Key },
): Column<{ startDate: string | null; endDate: string | null }> => ({
  key: "period",
  label,
  sort,
  rank: 1,
  text: (row, context) => rangeText(row.startDate, row.endDate, context),
  values: [
    ...dateValues<{ startDate: string | null }>(labels.startDate, row => row.startDate),
    ...dateValues<{ endDate: string | null }>(labels.endDate, row => row.endDate),
  ],
  cell: (row, context) => Period({ text: rangeText(row.startDate, row.endDate, context) }),
})

/** An instant. @param sort the sort key of the call */
export const dateTimeColumn = <K extends string>(key: K, label: Key, sort?: string): Column<Record<K, string | null>> => ({
  key,
  label,
  sort,
  className: "nowrap",
  text: (row, { format }) => format.dateTime(row[key]),
  values: dateValues(label, row => row[key]),
})

/** When records were created and last changed, hidden by default. */
export const storedColumns: Column<{ createdDate: string | null; updatedDate: string | null }>[] = [
  { ...dateTimeColumn("createdDate", "ui.createdAt"), isHidden: true },
  { ...dateTimeColumn("updatedDate", "ui.updatedAt"), isHidden: true },
]

/** Tabs that filter by status, in the order of `names`. */
export const codeTabs = <N extends string>(look: CodeLook<N>, names: readonly N[]) =>
  names.map(name => ({ value: String(look.of.value(name)), label: codeText(look, name) }))
