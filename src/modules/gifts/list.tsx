import { useDeferredValue } from "react"
import { useSnapshot } from "valtio"
import type { GiftCard } from "../../contract/gifts"
import { setLayout, settings } from "../../state/settings"
import { Button } from "../../ui/controls/button"
import { OwnerMark } from "../../ui/display/owner-mark"
import { rangeText } from "../../ui/display/range-text"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCan } from "../../ui/hooks/use-can"
import { useT } from "../../ui/hooks/use-t"
import { mainColumn, statusColumn, storedColumns } from "../../ui/lists/columns"
import { dateValues, numberValue, textValue } from "../../ui/lists/export-values"
import type { Filter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useOwnerColumn } from "../../ui/lists/use-owner-column"
import { ListPage } from "../../ui/pages/list/list-page"
import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { activation } from "../../ui/pages/record/record-actions"
import { categoryOptions } from "../categories/api"
import { companyOptions, ownerOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { getGift, listGifts, patchGift, removeGift } from "./api"
import { GiftCoupon } from "./coupon"
import { gifts } from "./resource"
import { StatusBadge } from "./status-badge"
import { UsageMeter } from "./usage-meter"

const { labels } = gifts

const columns: Column<GiftCard>[] = [
  mainColumn("cardName", labels.cardName, ({ cardImage, brand }) => ({ image: cardImage, note: [brand] }), [
    textValue(labels.brandId, row => row.brand),
  ]),
  { key: "brand", label: labels.brandId, isHidden: true, text: row => row.brand },
  {
    key: "validity",
    label: "gift.validity",
    className: "gift-validity",
    size: "lg",
    rank: 1,
    text: (row, context) => rangeText(row.validityStart, row.validityEnd, context),
    values: [
      ...dateValues<GiftCard>(labels.validityStart, row => row.validityStart),
      ...dateValues<GiftCard>(labels.validityEnd, row => row.validityEnd),
    ],
    cell: (row, context) => rangeText(row.validityStart, row.validityEnd, context) || context.t("gift.noEnd"),
  },
  {
    key: "usage",
    label: "gift.usage",
    sort: "used",
    size: "sm",
    text: row => (row.used === null ? String(row.maxUsage ?? "") : `${row.used} / ${row.maxUsage ?? "∞"}`),
    values: [numberValue("gift.usage", row => row.used), numberValue(labels.maxUsage, row => row.maxUsage)],
    cell: row => <UsageMeter used={row.used} maxUsage={row.maxUsage} />,
  },
  { ...statusColumn(gifts), className: "gift-status", cell: row => <StatusBadge gift={row} /> },
  ...storedColumns,
]

const CouponCell = ({ row }: { row: GiftCard }) => {
  const { base } = useScreenContext()
  return <GiftCoupon card={row} href={`${base}/${row.id}`} />
}

const couponCells: Record<string, Column<GiftCard>["cell"]> = {
  cardName: row => <CouponCell row={row} />,
  validity: row => <OwnerMark record={row} isBadge />,
}

/** The columns of the grid: the first one is a coupon; the stylesheet shows those that are not on it. */
const couponColumns = columns.map(column => ({ ...column, cell: couponCells[column.key] ?? column.cell }))

const filters: Filter[] = [
  { kind: "choice", name: "categoryId", label: "category.one", options: categoryOptions },
  { kind: "preset", name: "attention", texts: { ending: "attention.of.ending" } },
]

/** The period, and what can be used now, are extensions (docs/contract.md#gift-card-calls). */
const allFilters: Filter[] = [
  ...filters,
  { kind: "preset", name: "usable", texts: { true: "gift.usable" } },
  { kind: "dates", from: "validFrom", to: "validTo", label: "gift.validity" },
]

/** The switch between coupons and table. */
const LayoutSwitch = ({ isTable }: { isTable: boolean }) => {
  const t = useT()
  return (
    <Button icon={isTable ? "grid" : "list"} onClick={() => setLayout(gifts.tag, isTable ? "grid" : "table")}>
      {t(isTable ? "gift.asCoupons" : "gift.asTable")}
    </Button>
  )
}

/** Gift cards as a grid of coupons, or as a table; the choice is stored (docs/console.md#settings). */
export const List = () => {
  const isTable = useSnapshot(settings).layout[gifts.tag] === "table"
  const isShownAsTable = useDeferredValue(isTable)
  return (
    <div className={isShownAsTable ? "gift-table" : "gift-grid"}>
      <ListPage
        resource={gifts}
        read={listGifts}
        {...useOwnerColumn(ownerOptions, isShownAsTable ? columns : couponColumns, useCan("gifts.period") ? allFilters : filters)}
        remove={removeGift}
        headerActions={<LayoutSwitch isTable={isTable} />}
        {...activation(gifts, patchGift)}
      />
    </div>
  )
}

export const { Add, Edit, View, loadHistory } = lazyRecord(withTexts("gifts.record", () => import("./record")))

export const prefetch = prefetchModule(gifts, listGifts, getGift, [partnerOptions, categoryOptions, companyOptions])
