import type { GiftCard } from "../../contract/gifts"
import { mainColumn, statusColumn } from "../../ui/lists/columns"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list-page"
import { activation } from "../../ui/pages/record-actions"
import { categoryOptions } from "../categories/api"
import { ownerOptions } from "../companies/api"
import { listGifts, patchGift, removeGift } from "./api"
import { gifts } from "./resource"
import { UsageMeter } from "./usage-meter"
import { ValidityBadge } from "./validity-badge"

const { labels } = gifts

const columns: Column<GiftCard>[] = [
  mainColumn("cardName", labels.cardName, ({ cardImage, brand }) => ({ image: cardImage, note: [brand] })),
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
    cell: row => <UsageMeter used={row.used} maxUsage={row.maxUsage} />,
  },
  statusColumn(gifts),
]

const filters: Filter[] = [{ kind: "choice", name: "categoryId", label: "category.one", options: categoryOptions }]

export const List = () => (
  <ListPage
    resource={gifts}
    read={listGifts}
    {...useOwnerColumn(ownerOptions, columns, filters)}
    remove={removeGift}
    {...activation(gifts, patchGift)}
  />
)
