import type { DrawItem } from "../../contract/draws"
import { codeLabel } from "../../ui/display/badge"
import { codeTabs, dateTimeColumn, mainColumn, periodColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { numberValue, textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list-page"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { drawActions, removeObstacle } from "./actions"
import { listDraws, removeDraw } from "./api"
import { placesOf, prizesText } from "./prizes"
import { draws, eligibilityTexts, methodTexts, statusLook } from "./resource"

const { labels } = draws

const columns: Column<DrawItem>[] = [
  mainColumn("title", labels.title, ({ media, departmentName }) => ({ image: media[0]?.url, note: [departmentName] }), [
    textValue(labels.departmentId, row => row.departmentName),
  ]),
  {
    key: "method",
    label: labels.method,
    sort: "method",
    size: "sm",
    text: (row, { t }) => codeLabel(methodTexts, row.method, t),
  },
  {
    key: "prizes",
    label: labels.prizes,
    size: "lg",
    text: (row, { format }) => prizesText(row.prizes, format),
    values: [
      textValue(labels.prizes, (row, { format }) => prizesText(row.prizes, format)),
      numberValue("draw.places", row => placesOf(row.prizes)),
    ],
  },
  { ...dateTimeColumn("drawDate", labels.drawDate, "drawDate"), rank: 1 },
  statusColumn(draws),
  {
    key: "entries",
    label: "draw.entries",
    size: "sm",
    align: "end",
    text: (row, { format }) => (row.lock ? format.number(row.lock.entryCount) : ""),
    values: [numberValue("draw.entries", row => row.lock?.entryCount ?? null)],
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
]

const tabs = codeTabs(statusLook, ["open", "closed", "drawn", "draft", "cancelled"])

/** A draw belongs to a company, so that the platform's filter has no platform among the owners. */
export const List = () => (
  <ListPage
    resource={draws}
    read={listDraws}
    {...useOwnerColumn(companyOptions, columns, filters)}
    tabs={tabs}
    remove={removeDraw}
    removeObstacle={removeObstacle}
    actions={drawActions}
  />
)
