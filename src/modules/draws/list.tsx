import type { DrawItem, Prize } from "../../contract/draws/draws"
import { dash } from "../../core/text/format"
import { codeLabel } from "../../ui/display/badge"
import { RecordCell } from "../../ui/display/record-cell"
import { useCan } from "../../ui/hooks/use-can"
import type { CellContext } from "../../ui/lists/cell-context"
import { codeTabs, dateTimeColumn, periodColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { numberValue, textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { approvalPresets } from "../../ui/pages/approval/approval"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { getDraw, listDraws, removeDraw } from "./api"
import { placesOf, prizesText } from "./prizes"
import { draws, eligibilityTexts, methodTexts, statusLook } from "./resource"
import { drawActions, removeBlockedReason } from "./steps/actions"

const { labels } = draws

/** The first prize by name, and how many others there are. */
const PrizesCell = ({ prizes, t, format }: CellContext & { prizes: readonly Prize[] }) => (
  <span className="table__pair">
    <span>{prizesText(prizes.slice(0, 1), format) || dash}</span>
    {prizes.length > 1 && <small>{t("draw.morePrizes", { count: prizes.length - 1 })}</small>}
  </span>
)

const columns: Column<DrawItem>[] = [
  {
    key: "title",
    label: labels.title,
    sort: "title",
    isMain: true,
    text: row => row.title,
    values: [textValue(labels.title, row => row.title), textValue(labels.departmentId, row => row.departmentName)],
    cell: (row, { t }) => (
      <RecordCell
        id={row.id}
        image={row.media[0]?.url}
        title={row.title}
        note={[codeLabel(methodTexts, row.method, t), row.departmentName]}
        owner={row}
      />
    ),
  },
  {
    key: "prizes",
    label: labels.prizes,
    text: (row, { format }) => prizesText(row.prizes, format),
    values: [
      textValue(labels.prizes, (row, { format }) => prizesText(row.prizes, format)),
      numberValue("draw.places", row => placesOf(row.prizes)),
    ],
    cell: (row, { t, format }) => <PrizesCell prizes={row.prizes} t={t} format={format} />,
  },
  {
    ...dateTimeColumn("drawDate", labels.drawDate, "drawDate"),
    rank: 1,
    cell: (row, { format }) => (
      <span className="table__pair">
        {format.date(row.drawDate)}
        <small>{format.time(row.drawDate)}</small>
      </span>
    ),
  },
  { ...statusColumn(draws), size: undefined },
  {
    key: "entries",
    label: "draw.entries",
    size: "sm",
    align: "end",
    text: (row, { format }) => (row.lock ? format.number(row.lock.entryCount) : ""),
    values: [numberValue("draw.entries", row => row.lock?.entryCount ?? null)],
  },
  {
    key: "method",
    label: labels.method,
    sort: "method",
    isHidden: true,
    text: (row, { t }) => codeLabel(methodTexts, row.method, t),
  },
  {
    key: "eligibility",
    label: labels.eligibility,
    sort: "eligibility",
    isHidden: true,
    text: (row, { t }) => codeLabel(eligibilityTexts, row.eligibility, t),
  },
  { ...periodColumn("draw.period", "endDate", labels), rank: undefined, isHidden: true },
  ...storedColumns,
]

const filters: Filter[] = [
  { kind: "choice", name: "departmentId", label: labels.departmentId, options: departmentOptions },
  { kind: "dates", from: "startDate", to: "endDate", label: "draw.period" },
  { kind: "preset", name: "attention", texts: { due: "attention.of.due", ...approvalPresets } },
]

const tabs = codeTabs(statusLook, ["open", "closed", "drawn", "draft", "cancelled"])

/** A draw belongs to a company, so that the platform's filter has no platform among the owners. */
export const List = () => (
  <ListPage
    resource={draws}
    read={listDraws}
    {...useOwnerColumn(companyOptions, columns, filters)}
    tabs={tabs}
    {...(useCan("draws.remove") && { remove: removeDraw })}
    removeBlockedReason={removeBlockedReason}
    loadHistory={loadHistory}
    actions={drawActions}
  />
)

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("draws.record", () => import("./record")))

export const prefetch = prefetchModule(draws, listDraws, getDraw, [departmentOptions])
