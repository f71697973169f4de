import { Badge, CodeBadge } from "../../ui/badge"
import type { BulkAction } from "../../ui/bulk"
import type { Filter } from "../../ui/list-filters"
import { ListPage, type Tab } from "../../ui/list-page"
import { Record } from "../../ui/record"
import type { Column } from "../../ui/table"
import { categoryOptions } from "../categories/api"
import { listGifts, removeGift, setGiftStatus } from "./api"
import { type GiftRecord, statuses, tones, validityAt, validityTones } from "./model"
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
  {
    key: "status",
    label: "gift.status",
    cell: row => <CodeBadge of={statuses} prefix="ui.activity" tones={tones} value={row.status} />,
    text: (row, { t }) => t(row.status === statuses.value("active") ? "ui.activity.active" : "ui.activity.inactive"),
  },
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "gift.categories", options: categoryOptions }]

const tabs: Tab[] = (["active", "inactive"] as const).map(name => ({
  value: String(statuses.value(name)),
  label: `ui.activity.${name}`,
}))

const bulk: BulkAction<GiftRecord>[] = [
  { label: "ui.activate", icon: "check", run: row => setGiftStatus(row.id, statuses.value("active")), done: "gift.activated" },
  {
    label: "ui.deactivate",
    icon: "minus",
    run: row => setGiftStatus(row.id, statuses.value("inactive")),
    done: "gift.deactivated",
  },
]

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
    tabs={tabs}
    remove={removeGift}
    bulk={bulk}
  />
)
