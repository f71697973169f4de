import { useState } from "react"
import type { GiftUse, UseDraft } from "../../contract/gift-codes"
import { type GiftCard, validityAt } from "../../contract/gifts"
import { dash } from "../../core/text/format"
import { joinTexts } from "../../core/text/join-texts"
import { Button } from "../../ui/controls/button"
import { Stats } from "../../ui/display/stats"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { CellContext } from "../../ui/lists/cell-context"
import { ListCard } from "../../ui/lists/list-card"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Menu } from "../../ui/overlays/menu"
import { Empty } from "../../ui/placeholders/empty"
import { listUses, type UsePage } from "./api"
import { UsageDialog } from "./usage-dialog"

/** Adds the sign to a formatted amount. */
const signed = (amount: number, figure: string) => (amount > 0 ? `+${figure}` : figure.replace("-", "−"))

const columns: Column<GiftUse>[] = [
  {
    key: "entry",
    label: "gift.entry",
    isMain: true,
    text: row => row.author,
    cell: (row, { format }) => (
      <span>
        {row.author || dash}
        <small>{joinTexts(format.dateTime(row.createdDate), row.note)}</small>
      </span>
    ),
  },
  { key: "amount", label: "gift.amount", align: "end", text: (row, { format }) => signed(row.amount, format.number(row.amount)) },
  {
    key: "balance",
    label: "gift.balance",
    align: "end",
    className: "nowrap",
    text: (row, { format }) => `${format.number(row.before)} → ${format.number(row.after)}`,
  },
]

/** Columns for people who may change the card. */
const columnsWithCode: Column<GiftUse>[] = [
  ...columns,
  {
    key: "code",
    label: "codes.code",
    className: "nowrap",
    text: row => row.code ?? "",
    cell: row =>
      row.code && (
        <code translate="no" className="mono">
          {row.code}
        </code>
      ),
  },
]

const UsageStats = ({ gift, page }: { gift: GiftCard; page: UsePage | undefined }) => {
  const t = useT()
  const format = useFormat()
  const { used, maxUsage } = page ?? gift
  return (
    <Stats
      label={t("gift.usage")}
      isLoading={!page}
      items={[
        { label: t("gift.used"), value: format.number(used) },
        { label: t("gift.maxUsage"), value: maxUsage ? format.number(maxUsage) : t("gift.unlimited") },
        { label: t("gift.left"), value: maxUsage ? format.number(Math.max(0, maxUsage - (used ?? 0))) : t("gift.unlimited") },
        {
          label: t("gift.validity"),
          value: t(`gift.validity.${validityAt(gift, useNow())}`),
          note: gift.validityEnd ? t("gift.validUntil", { date: format.date(gift.validityEnd) }) : t("gift.noEnd"),
        },
      ]}
    />
  )
}

/** The usage history of a card, newest first (docs/contract.md#gift-uses). @param mayRecord whether the user may record uses */
export const UsageHistory = ({ gift, mayRecord }: { gift: GiftCard; mayRecord: boolean }) => {
  const t = useT()
  const list = useList("giftUses", { pageSize: 20 })
  const { page, pageSize } = list.state
  const entry = useQuery(listUses, { id: gift.id, page, pageSize })
  const [draft, setDraft] = useState<Partial<UseDraft>>()
  const correct = (row: GiftUse) => setDraft({ isCorrection: true, amount: row.amount, code: row.code ?? "" })
  const nameOf = (row: GiftUse, { format }: Pick<CellContext, "format">) => `${row.author}, ${format.dateTime(row.createdDate)}`
  const format = useFormat()
  const hasFailed = entry.error !== undefined && !entry.data

  return (
    <>
      {!hasFailed && <UsageStats gift={gift} page={entry.data} />}
      <ListCard
        label={t("gift.ledger")}
        name="giftUses"
        list={list}
        entry={entry}
        columns={mayRecord ? columnsWithCode : columns}
        rowLabel={nameOf}
        rowMenu={row =>
          mayRecord &&
          row.amount > 0 && (
            <Menu
              label={t("ui.actionsOf", { title: nameOf(row, { format }) })}
              items={[{ label: t("gift.correct"), icon: "edit", run: () => correct(row) }]}
            />
          )
        }
        empty={
          <Empty
            icon="list"
            title={t("gift.ledgerEmpty")}
            text={t(mayRecord ? "gift.ledgerEmptyText" : "gift.ledgerEmptyRead")}
          />
        }
        failed={t("gift.ledgerFailed")}
        summary={(from, to, count) => t("gift.usesCount", { count, from, to })}
      >
        {!hasFailed && (
          <div className="card__head">
            <h2>{t("gift.ledger")}</h2>
            {mayRecord && (
              <Button icon="plus" onClick={() => setDraft({})}>
                {t("gift.record")}
              </Button>
            )}
          </div>
        )}
      </ListCard>
      {draft && <UsageDialog gift={gift} initial={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}
