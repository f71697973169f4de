import { useState } from "react"
import { type Delivery, type DeliveryState, deliveryStates } from "../../contract/webhooks"
import type { Key } from "../../core/text/i18n"
import { joinTexts } from "../../core/text/join-texts"
import { cache } from "../../state/instances"
import { notifySuccess } from "../../state/notifications"
import { Button, IconButton } from "../../ui/controls/button"
import { Select } from "../../ui/controls/select"
import { Badge, type BadgeTone } from "../../ui/display/badge"
import { untranslated } from "../../ui/display/untranslated"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useFormat } from "../../ui/hooks/use-format"
import { usePolling } from "../../ui/hooks/use-polling"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { dateTimeColumn } from "../../ui/lists/columns"
import { FilterBar } from "../../ui/lists/filter-bar"
import { ListCard } from "../../ui/lists/list-card"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Dialog } from "../../ui/overlays/dialog"
import { Menu } from "../../ui/overlays/menu"
import { PageHeader } from "../../ui/pages/page-header"
import { Empty } from "../../ui/placeholders/empty"
import { NoMatch } from "../../ui/placeholders/no-match"
import { listDeliveries, listWebhooks, resend } from "./api"
import { ReadOnlyText, report } from "./parts"
import { answerText, eventLabel, titleOf } from "./webhooks"

const tones: Record<DeliveryState, BadgeTone> = { waiting: "info", delivered: "success", failed: "danger" }

const columnsOf = (onOpen: (row: Delivery) => void): Column<Delivery>[] => [
  {
    key: "event",
    label: "delivery.event",
    isMain: true,
    text: (row, { t }) => eventLabel(row.type, t),
    cell: (row, { t }) => (
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => onOpen(row)}>
        {eventLabel(row.type, t)}
      </button>
    ),
  },
  {
    key: "state",
    label: "webhook.state",
    rank: 0,
    text: (row, { t }) => t(`delivery.state.${row.state}`),
    cell: (row, { t, format }) => {
      const badge = <Badge tone={tones[row.state]}>{t(`delivery.state.${row.state}`)}</Badge>
      if (!row.nextTryAt) return badge
      return (
        <span className="table__pair">
          {badge}
          <small>{t("delivery.nextTry", { time: format.dateTime(row.nextTryAt) })}</small>
        </span>
      )
    },
  },
  { key: "answer", label: "delivery.answer", rank: 0, text: answerText },
  { ...dateTimeColumn("createdAt", "delivery.createdAt"), rank: 1 },
  { key: "tries", label: "delivery.tries", size: "sm", align: "end", text: (row, { format }) => format.number(row.tries) },
]

const DeliveryDialog = ({ row, onClose }: { row: Delivery; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const time = format.dateTime(row.triedAt ?? row.createdAt)
  const facts = [time, t(`delivery.state.${row.state}`), answerText(row, { t, format }), `webhook-id: ${row.id}`]
  const body = JSON.stringify(JSON.parse(row.body), null, 2)
  return (
    <Dialog size="wide" title={eventLabel(row.type, t)} text={joinTexts(...facts)} onClose={onClose}>
      <div className="dialog__body">
        <ReadOnlyText id="delivery-body" label={t("delivery.body")} text={body} rows={10} />
        {row.answer && <ReadOnlyText id="delivery-answer" label={t("delivery.answer")} text={row.answer} rows={4} />}
      </div>
      <div className="dialog__foot">
        <Button data-focus tone="primary" onClick={onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
}

const hourMs = 3_600_000
/** Since when failed deliveries can be sent again, hours before now. */
const periods = { hour: 1, day: 24, week: 168, month: 720 }

/** What was sent to an endpoint, newest first (docs/console.md#connections). @param id of the endpoint */
export const Deliveries = ({ id }: { id: string }) => {
  const t = useT()
  const format = useFormat()
  const { base } = useScreenContext()
  const list = useList("deliveries", { pageSize: 20 })
  const { page, pageSize, filters } = list.state
  const { state = "", type = "" } = filters
  const query = { id, page, pageSize, ...(state && { state }), ...(type && { type }) }
  const entry = useQuery(listDeliveries, query)
  const waiting = entry.data?.rows.filter(row => row.state === "waiting").map(row => `${row.id} ${row.tries} ${row.nextTryAt}`)
  // What was sent is delivered some seconds later.
  usePolling(async () => waiting?.length && cache.load(listDeliveries, query, true), String(waiting))
  const webhook = useQuery(listWebhooks, undefined).data?.find(other => other.id === id)
  const [open, setOpen] = useState<Delivery>()
  const [columns] = useState(() => columnsOf(setOpen))
  const title = webhook ? titleOf(webhook) : t("delivery.title")
  const oldSecret = webhook?.oldSecretUntil && t("webhook.oldSecretUntil", { time: format.dateTime(webhook.oldSecretUntil) })
  useTitle(title)

  const send = (which: Parameters<typeof resend>[1]) =>
    report(resend(id, which), "delivery.resendFailed", ({ count }) => notifySuccess(t("delivery.resent", { count })))

  const choice = (name: string, label: Key, any: Key, values: readonly string[], labelOf: (value: string) => string) => (
    <Select
      aria-label={t(label)}
      value={filters[name] ?? ""}
      onChange={value => list.filter({ [name]: value })}
      options={[{ value: "", label: t(any) }, ...values.map(value => ({ value, label: labelOf(value) }))]}
    />
  )

  return (
    <>
      <PageHeader
        title={title}
        trail={[{ label: t("nav.connections"), href: base }]}
        text={
          webhook && (
            <>
              {untranslated(webhook.url)}
              {oldSecret && ` · ${oldSecret}`}
            </>
          )
        }
        actions={
          <Menu
            label={t("delivery.resendAll")}
            icon="send"
            className="btn"
            items={Object.entries(periods).map(([name, hours]) => ({
              label: t(`delivery.since.${name as keyof typeof periods}`),
              run: () => send({ since: new Date(Date.now() - hours * hourMs).toISOString() }),
            }))}
          />
        }
      />
      <ListCard
        label={t("delivery.title")}
        name="deliveries"
        list={list}
        entry={entry}
        columns={columns}
        rowLabel={row => eventLabel(row.type, t)}
        rowMenu={row => (
          <Menu
            label={t("ui.actionsOf", { title: eventLabel(row.type, t) })}
            items={[
              { label: t("ui.details"), icon: "eye", run: () => setOpen(row) },
              {
                label: t(row.state === "waiting" ? "delivery.tryNow" : "delivery.resend"),
                icon: "send",
                run: () => send({ deliveryId: row.id }),
              },
            ]}
          />
        )}
        empty={
          state || type ? (
            <NoMatch onClear={() => list.filter({ state: "", type: "" })} />
          ) : (
            <Empty tone="accent" icon="send" title={t("delivery.empty")} text={t("delivery.emptyText")} />
          )
        }
        failed={t("delivery.loadFailed")}
        summary={(from, to, count) => t("delivery.count", { count, from, to })}
      >
        <FilterBar>
          {choice("state", "webhook.state", "delivery.anyState", deliveryStates, value => t(`delivery.state.${value}` as Key))}
          {choice("type", "delivery.event", "webhook.allEvents", [...(webhook?.events ?? []), "ping"], value =>
            eventLabel(value, t),
          )}
          <IconButton className="push-end" icon="refresh" label={t("connections.refresh")} onClick={entry.reload} />
        </FilterBar>
      </ListCard>
      {open && <DeliveryDialog row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
