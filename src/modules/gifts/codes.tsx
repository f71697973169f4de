import { useId, useState } from "react"
import type { GiftCode, GiftRecord, UseDraft } from "../../contract/gifts"
import { Button } from "../../ui/controls/button"
import { CopyButton, copyText, mayCopy } from "../../ui/controls/copy-button"
import { Select } from "../../ui/controls/select"
import { Badge } from "../../ui/display/badge"
import { Card } from "../../ui/display/card"
import { Empty } from "../../ui/display/empty"
import { ErrorPanel } from "../../ui/display/error-panel"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { Export } from "../../ui/lists/export"
import { FilterBar } from "../../ui/lists/filter-bar"
import { Keyword } from "../../ui/lists/list-filters"
import { Pager } from "../../ui/lists/pager"
import { type Column, type Show, Table } from "../../ui/lists/table"
import { useExistingPage, useList } from "../../ui/lists/use-list"
import { Menu, type MenuItem } from "../../ui/overlays/menu"
import { listCodes } from "./api"
import { BatchDialog } from "./batch-dialog"
import { PrintCodes } from "./print-codes"
import { UseDialog } from "./use-dialog"

const state = (row: GiftCode, { t, format }: Show) =>
  row.usedDate ? t("gift.codeUsedAt", { time: format.dateTime(row.usedDate) }) : t("gift.codeFree")

const columns: Column<GiftCode>[] = [
  {
    key: "code",
    label: "gift.code",
    isMain: true,
    cell: (row, { t }) => (
      <span className="row">
        <code className="mono">{row.code}</code>
        <CopyButton text={row.code} name={t("gift.codeCopyOf", { code: row.code })} done={t("gift.codeCopied")} />
      </span>
    ),
    text: row => row.code,
  },
  {
    key: "state",
    label: "gift.codeState",
    className: "nowrap",
    cell: (row, show) => <Badge tone={row.usedDate ? "neutral" : "success"}>{state(row, show)}</Badge>,
    text: state,
  },
  {
    key: "createdDate",
    label: "gift.codeMade",
    className: "nowrap",
    cell: (row, { format }) => format.dateTime(row.createdDate),
    text: (row, { format }) => format.dateTime(row.createdDate),
  },
]

/** The card's codes: to find, copy, print and hand out. Only who may change the card is shown them. */
export const Codes = ({ gift, mayExport }: { gift: GiftRecord; mayExport: boolean }) => {
  const t = useT()
  const format = useFormat()
  const list = useList("giftCodes", { pageSize: 20 })
  const { page, pageSize, filters } = list.state
  const { batchId = "", keyword = "" } = filters
  const query = { id: gift.id, page, pageSize, ...(batchId && { batchId }), ...(keyword && { keyword }) }
  const entry = useQuery(listCodes, query)
  const [open, setOpen] = useState<"make" | "print">()
  const [draft, setDraft] = useState<Partial<UseDraft>>()
  const captionId = useId()
  const close = () => setOpen(undefined)
  /** What opened the window may be gone by now: the list takes the focus then. */
  const made = (id: string | undefined) => {
    list.filter({ batchId: id ?? "", keyword: "" })
    setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById(captionId)?.focus()
    })
  }
  const found = entry.data
  useExistingPage(list, found)

  if (entry.error !== undefined && !found)
    return (
      <Card label={t("gift.codes")}>
        <ErrorPanel title={t("gift.codesLoadFailed")} error={entry.error} onRetry={entry.reload} />
      </Card>
    )

  const isNone = found?.total === 0 && !batchId && !keyword
  const make = { label: t("gift.codesMake"), icon: "plus", run: () => setOpen("make") }
  const itemsOf = ({ code, usedDate }: GiftCode): MenuItem[] => [
    ...(mayCopy() ? [{ label: t("ui.copy"), icon: "copy", run: () => copyText(code, t("gift.codeCopied")) }] : []),
    usedDate
      ? { label: t("gift.correct"), icon: "edit", run: () => setDraft({ code, isCorrection: true }) }
      : { label: t("gift.record"), icon: "check", run: () => setDraft({ code }) },
  ]
  return (
    <>
      <Card label={t("gift.codes")}>
        {!isNone && (
          <FilterBar>
            <Keyword list={list} label={t("gift.codeSearch")} />
            {found && found.batches.length > 0 && (
              <Select
                aria-label={t("gift.batch")}
                value={batchId}
                onChange={value => list.filter({ batchId: value })}
                options={[
                  { value: "", label: t("gift.batchAll") },
                  ...found.batches.map(({ id, count, createdDate }) => ({
                    value: id,
                    label: t("gift.batchOf", { time: format.dateTime(createdDate), number: format.number(count) }),
                  })),
                ]}
              />
            )}
            <span className="row wrap push">
              <Button icon="print" disabled={!found?.total} onClick={() => setOpen("print")}>
                {t("gift.print")}
              </Button>
              {mayExport && (
                <Export
                  name="gift-codes"
                  title={t("gift.codes")}
                  read={listCodes}
                  query={query}
                  columns={columns}
                  total={found?.total ?? 0}
                />
              )}
              <Button icon={make.icon} onClick={make.run}>
                {make.label}
              </Button>
            </span>
          </FilterBar>
        )}
        {isNone ? (
          <Empty tone="accent" icon="ticket" title={t("gift.codesEmpty")} text={t("gift.codesEmptyText")} actions={[make]} />
        ) : found?.total === 0 ? (
          <Empty
            tone="neutral"
            icon="search"
            title={t("gift.codesNoMatch")}
            text={t("gift.codesNoMatchText")}
            actions={[{ label: t("ui.clearFilters"), run: () => list.filter({ batchId: "", keyword: "" }) }]}
          />
        ) : (
          <Table
            caption={t("gift.codes")}
            captionId={captionId}
            columns={columns}
            rows={found?.rows ?? []}
            rowId={row => row.id}
            rowLabel={row => row.code}
            isLoading={!found}
            skeletonRows={8}
            sort={undefined}
            onSort={() => {}}
            selected={new Set()}
            onSelect={undefined}
            rowMenu={row => (
              <Menu label={t("ui.actionsOf", { title: row.code })} button={{ icon: "more" }} items={() => itemsOf(row)} />
            )}
          />
        )}
        {found && found.total > 0 && (
          <Pager
            page={page}
            pageSize={pageSize}
            total={found.total}
            summary={(from, to) => t("gift.codesCount", { count: found.total, from, to })}
            hrefOf={to => list.hrefOf({ page: to })}
            onPageSize={size => list.go({ page: 0, pageSize: size })}
          />
        )}
      </Card>
      {open === "make" && <BatchDialog giftId={gift.id} onMade={made} onClose={close} />}
      {open === "print" && <PrintCodes gift={gift} query={query} total={found?.total ?? 0} onClose={close} />}
      {draft && <UseDialog gift={gift} initial={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}
