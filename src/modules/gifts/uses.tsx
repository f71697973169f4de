import { useState } from "react"
import type { GiftUse, UseDraft } from "../../contract/gift-codes"
import { type GiftCard, validityAt } from "../../contract/gifts"
import { Button } from "../../ui/controls/button"
import { Empty } from "../../ui/display/empty"
import { Stats } from "../../ui/display/stats"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { ListCard } from "../../ui/lists/list-card"
import type { Column, Show } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Menu } from "../../ui/overlays/menu"
import { listUses, type UsePage } from "./api"
import { UseDialog } from "./use-dialog"

const signed = (amount: number, figure: string) => (amount > 0 ? `+${figure}` : figure.replace("-", "−"))

const columns: Column<GiftUse>[] = [
  {
    key: "entry",
    label: "gift.entry",
    isMain: true,
    text: row => row.author,
    cell: (row, { format }) => (
      <span>
        {row.author || "–"}
        <small>{[format.dateTime(row.createdDate), row.note].filter(Boolean).join(" · ")}</small>
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

/** Codes are shown to who may change the card. */
const ownColumns: Column<GiftUse>[] = [
  ...columns,
  {
    key: "code",
    label: "gift.code",
    className: "nowrap",
    text: row => row.code ?? "",
    cell: row => row.code && <code className="mono">{row.code}</code>,
  },
]

const Figures = ({ gift, found }: { gift: GiftCard; found: UsePage | undefined }) => {
  const t = useT()
  const format = useFormat()
  const { used, maxUsage } = found ?? gift
  return (
    <Stats
      label={t("gift.usage")}
      isLoading={!found}
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

/** History of a card's uses, newest first. @param isOwn whether the person may record a use */
export const Uses = ({ gift, isOwn }: { gift: GiftCard; isOwn: boolean }) => {
  const t = useT()
  const list = useList("giftUses", { pageSize: 20 })
  const { page, pageSize } = list.state
  const entry = useQuery(listUses, { id: gift.id, page, pageSize })
  const [draft, setDraft] = useState<Partial<UseDraft>>()
  const correct = (row: GiftUse) => setDraft({ isCorrection: true, amount: row.amount, code: row.code ?? "" })
  const nameOf = (row: GiftUse, { format }: Pick<Show, "format">) => `${row.author}, ${format.dateTime(row.createdDate)}`
  const format = useFormat()
  const hasFailed = entry.error !== undefined && !entry.data

  return (
    <>
      {!hasFailed && <Figures gift={gift} found={entry.data} />}
      <ListCard
        label={t("gift.ledger")}
        name="giftUses"
        list={list}
        entry={entry}
        columns={isOwn ? ownColumns : columns}
        rowLabel={nameOf}
        rowMenu={row =>
          isOwn &&
          row.amount > 0 && (
            <Menu
              label={t("ui.actionsOf", { title: nameOf(row, { format }) })}
              button={{ icon: "more" }}
              items={[{ label: t("gift.correct"), icon: "edit", run: () => correct(row) }]}
            />
          )
        }
        empty={
          <Empty
            tone="neutral"
            icon="list"
            title={t("gift.ledgerEmpty")}
            text={t(isOwn ? "gift.ledgerEmptyText" : "gift.ledgerEmptyRead")}
          />
        }
        failed={t("gift.ledgerFailed")}
        summary={(from, to, count) => t("gift.usesCount", { count, from, to })}
      >
        {!hasFailed && (
          <div className="card__head">
            <h2>{t("gift.ledger")}</h2>
            {isOwn && (
              <Button icon="plus" onClick={() => setDraft({})}>
                {t("gift.record")}
              </Button>
            )}
          </div>
        )}
      </ListCard>
      {draft && <UseDialog gift={gift} initial={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}
