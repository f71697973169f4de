import type { GiftCard } from "../../contract/gifts"
import { activityLook } from "../../ui/display/activity"
import { RecordCell } from "../../ui/display/record-cell"
import { codeColumn, codeTabs } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { activityActions } from "../../ui/pages/actions"
import { ListPage } from "../../ui/pages/list-page"
import { categoryOptions } from "../categories/api"
import { listGifts, patchGift, removeGift } from "./api"
import { gifts } from "./resource"
import { Usage } from "./usage"
import { ValidityBadge } from "./validity-badge"

const { labels } = gifts

const columns: Column<GiftCard>[] = [
  {
    key: "cardName",
    label: labels.cardName,
    sort: "cardName",
    isMain: true,
    text: row => row.cardName,
    cell: row => <RecordCell row={row} image={row.cardImage} title={row.cardName} note={[row.brand]} />,
  },
  { key: "brand", label: labels.brandId, isHidden: true, text: row => row.brand },
  {
    key: "validity",
    label: "gift.validity",
    className: "nowrap",
    text: (row, { format }) => format.period(row.validityStart, row.validityEnd),
    cell: (row, { t, format }) => (
      <span className="row">
        {row.validityStart || row.validityEnd ? format.period(row.validityStart, row.validityEnd) : t("gift.noEnd")}
        <ValidityBadge gift={row} />
      </span>
    ),
  },
  {
    key: "usage",
    label: "gift.usage",
    sort: "used",
    text: row => (row.used === null ? String(row.maxUsage ?? "") : `${row.used} / ${row.maxUsage ?? "∞"}`),
    cell: row => <Usage used={row.used} maxUsage={row.maxUsage} />,
  },
  codeColumn("status", labels.status, activityLook, undefined),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "category.one", options: categoryOptions }]

export const List = () => (
  <ListPage
    resource={gifts}
    read={listGifts}
    columns={columns}
    filters={filters}
    tabs={codeTabs(activityLook, ["active", "inactive"])}
    remove={removeGift}
    actions={activityActions((id, status) => patchGift(id, { status }), {
      activated: "gift.activated",
      deactivated: "gift.deactivated",
    })}
  />
)
