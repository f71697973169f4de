import { activityBulk, activityColumn, activityTabs } from "../../ui/activity"
import { Badge } from "../../ui/badge"
import type { Filter } from "../../ui/list-filters"
import { ListPage } from "../../ui/list-page"
import { Record } from "../../ui/record"
import type { Column } from "../../ui/table"
import { categoryOptions } from "../categories/api"
import { listGifts, removeGift, setGiftStatus } from "./api"
import { type GiftRecord, validityAt, validityTones } from "./model"
import { listDefaults } from "./place"

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
    cell: (row, { t, format }) => {
      const validity = validityAt(row, Date.now())
      return (
        <span className="row">
          {row.validityStart || row.validityEnd ? format.period(row.validityStart, row.validityEnd) : t("gift.noEnd")}
          <Badge tone={validityTones[validity]}>{t(`gift.validity.${validity}`)}</Badge>
        </span>
      )
    },
    text: (row, { format }) => format.period(row.validityStart, row.validityEnd),
  },
  {
    key: "usage",
    label: "gift.maxUsage",
    className: "c-low",
    cell: (row, { t, format }) => (row.maxUsage ? format.number(row.maxUsage) : t("gift.unlimited")),
    text: row => String(row.maxUsage ?? ""),
  },
  activityColumn("gift.status"),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "gift.categories", options: categoryOptions }]

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
