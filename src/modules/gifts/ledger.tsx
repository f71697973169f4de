import { useState } from "react"
import { type GiftRecord, type GiftUse, type UseDraft, validityAt } from "../../contract/gifts"
import { Button } from "../../ui/controls/button"
import { Card } from "../../ui/display/card"
import { Empty } from "../../ui/display/empty"
import { ErrorPanel } from "../../ui/display/error-panel"
import { Stats } from "../../ui/display/stats"
import { useFormat } from "../../ui/hooks/use-format"
import { useNow } from "../../ui/hooks/use-now"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { Pager } from "../../ui/lists/pager"
import { type Column, Table } from "../../ui/lists/table"
import { useExistingPage, useList } from "../../ui/lists/use-list"
import { Menu } from "../../ui/overlays/menu"
import { listUses } from "./api"
import { UseDialog } from "./use-dialog"

const signed = (amount: number, number: string) => (amount > 0 ? `+${number}` : number.replace("-", "−"))

const code: Column<GiftUse> = {
  key: "code",
  label: "gift.code",
  className: "nowrap",
  cell: row => row.code && <code className="mono">{row.code}</code>,
}

const columns: Column<GiftUse>[] = [
  {
    key: "entry",
    label: "gift.entry",
    isMain: true,
    cell: (row, { format }) => (
      <span>
        {row.author || "–"}
        <small>{[format.dateTime(row.createdDate), row.note].filter(Boolean).join(" · ")}</small>
      </span>
    ),
  },
  { key: "amount", label: "gift.amount", align: "end", cell: (row, { format }) => signed(row.amount, format.number(row.amount)) },
  {
    key: "balance",
    label: "gift.balance",
    align: "end",
    className: "nowrap",
    cell: (row, { format }) => `${format.number(row.before)} → ${format.number(row.after)}`,
  },
]

const ownColumns = [...columns, code]

/** Who used the card, when, and what stood before and after; newest first. @param isOwn whether the person may add to it */
export const Ledger = ({ gift, isOwn }: { gift: GiftRecord; isOwn: boolean }) => {
  const t = useT()
  const format = useFormat()
  const list = useList("giftUses", { pageSize: 20 })
  const { page, pageSize } = list.state
  const entry = useQuery(listUses, { id: gift.id, page, pageSize })
  const [draft, setDraft] = useState<Partial<UseDraft>>()
  const now = useNow()
  const found = entry.data
  useExistingPage(list, found)

  const used = found ? found.used : gift.used
  const limit = found ? found.maxUsage : gift.maxUsage
  const record = isOwn && (
    <Button icon="plus" onClick={() => setDraft({})}>
      {t("gift.record")}
    </Button>
  )
  const correct = (row: GiftUse) => setDraft({ isCorrection: true, amount: row.amount, code: row.code ?? "" })

  if (entry.error !== undefined && !found)
    return (
      <Card label={t("gift.ledger")}>
        <ErrorPanel title={t("gift.ledgerFailed")} error={entry.error} onRetry={entry.reload} />
      </Card>
    )
  return (
    <>
      <Stats
        label={t("gift.usage")}
        isLoading={!found}
        items={[
          { label: t("gift.used"), value: format.number(used) },
          { label: t("gift.maxUsage"), value: limit ? format.number(limit) : t("gift.unlimited") },
          { label: t("gift.left"), value: limit ? format.number(Math.max(0, limit - (used ?? 0))) : t("gift.unlimited") },
          {
            label: t("gift.validity"),
            value: t(`gift.validity.${validityAt(gift, now)}`),
            note: gift.validityEnd ? t("gift.validUntil", { date: format.date(gift.validityEnd) }) : t("gift.noEnd"),
          },
        ]}
      />
      <Card label={t("gift.ledger")}>
        <div className="card__head">
          <h2>{t("gift.ledger")}</h2>
          {record}
        </div>
        {found?.total === 0 ? (
          <Empty
            tone="neutral"
            icon="list"
            title={t("gift.ledgerEmpty")}
            text={t(isOwn ? "gift.ledgerEmptyText" : "gift.ledgerEmptyRead")}
          />
        ) : (
          <Table
            caption={t("gift.ledger")}
            columns={isOwn ? ownColumns : columns}
            rows={found?.rows ?? []}
            rowId={row => row.id}
            rowLabel={row => row.author}
            isLoading={!found}
            skeletonRows={5}
            sort={undefined}
            onSort={() => {}}
            selected={new Set()}
            onSelect={undefined}
            rowMenu={row =>
              isOwn &&
              row.amount > 0 && (
                <Menu
                  label={t("ui.actionsOf", { title: `${row.author}, ${format.dateTime(row.createdDate)}` })}
                  button={{ icon: "more" }}
                  items={[{ label: t("gift.correct"), icon: "edit", run: () => correct(row) }]}
                />
              )
            }
          />
        )}
        {found && found.total > 0 && (
          <Pager
            page={page}
            pageSize={pageSize}
            total={found.total}
            summary={(from, to) => t("gift.usesCount", { count: found.total, from, to })}
            hrefOf={to => list.hrefOf({ page: to })}
            onPageSize={size => list.go({ page: 0, pageSize: size })}
          />
        )}
      </Card>
      {draft && <UseDialog gift={gift} initial={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}
