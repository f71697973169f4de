import type { GiftRecord } from "../../contract/gifts"
import { Record } from "../../ui/display/record-cell"
import { activityBulk, activityColumn, activityTabs } from "../../ui/lists/activity"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { ListPage } from "../../ui/pages/list-page"
import { categoryOptions } from "../categories/api"
import { listGifts, removeGift, setGiftStatus } from "./api"
import { listDefaults } from "./place"
import { Usage, ValidityBadge } from "./usage"

const columns: Column<GiftRecord>[] = [
  {
    key: "cardName",
    label: "gift.name",
    sort: "cardName",
    isMain: true,
    cell: row => <Record row={row} image={row.cardImage || undefined} title={row.cardName} note={[row.brand]} />,
    text: row => row.cardName,
  },
  { key: "brand", label: "gift.brand", isExtra: true, cell: row => row.brand, text: row => row.brand ?? "" },
  {
    key: "validity",
    label: "gift.validity",
    className: "nowrap",
    cell: (row, { t, format }) => (
      <span className="row">
        {row.validityStart || row.validityEnd ? format.period(row.validityStart, row.validityEnd) : t("gift.noEnd")}
        <ValidityBadge gift={row} now={Date.now()} />
      </span>
    ),
    text: (row, { format }) => format.period(row.validityStart, row.validityEnd),
  },
  {
    key: "usage",
    label: "gift.usage",
    sort: "used",
    cell: row => <Usage used={row.used} maxUsage={row.maxUsage} />,
    text: row => (row.used === null ? String(row.maxUsage ?? "") : `${row.used} / ${row.maxUsage ?? "∞"}`),
  },
  activityColumn("gift.status"),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "category.one", options: categoryOptions }]

export const List = () => (
  <ListPage
    name="gifts"
    words="gift"
    icon="gift"
    read={listGifts}
    columns={columns}
    titleOf={row => row.cardName}
    defaults={listDefaults}
    filters={filters}
    tabs={activityTabs}
    remove={removeGift}
    bulk={activityBulk(setGiftStatus, { activated: "gift.activated", deactivated: "gift.deactivated" })}
  />
)
