import { useEffect, useRef, useState } from "react"
import type { GiftCode, UseDraft } from "../../contract/gift-codes"
import type { GiftCard } from "../../contract/gifts"
import { Button } from "../../ui/controls/button"
import { CopyButton, canCopy, copyText } from "../../ui/controls/copy-button"
import { Select } from "../../ui/controls/select"
import { Badge } from "../../ui/display/badge"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import type { CellContext } from "../../ui/lists/cell-context"
import { dateTimeColumn } from "../../ui/lists/columns"
import { Export } from "../../ui/lists/export"
import { dateValues, textValue } from "../../ui/lists/export-values"
import { FilterBar } from "../../ui/lists/filter-bar"
import { focusRow } from "../../ui/lists/focus-row"
import { ListCard } from "../../ui/lists/list-card"
import { KeywordFilter } from "../../ui/lists/list-filters"
import type { Column } from "../../ui/lists/table"
import { useList } from "../../ui/lists/use-list"
import { Menu, type MenuItems } from "../../ui/overlays/menu"
import { Empty } from "../../ui/placeholders/empty"
import { listCodes } from "./api"
import { GenerateDialog } from "./generate-dialog"
import { PrintCodes } from "./print-codes"
import { UsageDialog } from "./usage-dialog"

const stateText = (row: GiftCode, { t, format }: CellContext) =>
  row.usedDate ? t("gift.codeUsedAt", { time: format.dateTime(row.usedDate) }) : t("gift.codeFree")

const columns: Column<GiftCode>[] = [
  {
    key: "code",
    label: "gift.code",
    isMain: true,
    text: row => row.code,
    cell: (row, { t }) => (
      <span className="row">
        <code translate="no" className="mono">
          {row.code}
        </code>
        <CopyButton text={row.code} label={t("gift.codeCopyOf", { code: row.code })} message={t("gift.codeCopied")} />
      </span>
    ),
  },
  {
    key: "state",
    label: "gift.codeState",
    className: "nowrap",
    text: stateText,
    values: [
      textValue("gift.codeState", (row, { t }) => t(row.usedDate ? "gift.codeIsUsed" : "gift.codeFree")),
      ...dateValues<GiftCode>("gift.codeUsedDate", row => row.usedDate),
    ],
    cell: (row, { t, format }) => (
      <span className="table__pair">
        <Badge tone={row.usedDate ? "neutral" : "success"}>{t(row.usedDate ? "gift.codeIsUsed" : "gift.codeFree")}</Badge>
        {row.usedDate && <small>{format.dateTime(row.usedDate)}</small>}
      </span>
    ),
  },
  dateTimeColumn("createdDate", "gift.codeMade"),
]

/** The codes of a card, for people who may change it: search, batches, copy, print, export (docs/contract.md#gift-codes). */
export const CodeList = ({ gift, mayExport }: { gift: GiftCard; mayExport: boolean }) => {
  const t = useT()
  const format = useFormat()
  const list = useList("giftCodes", { pageSize: 20 })
  const { page, pageSize, filters } = list.state
  const { batchId = "", keyword = "" } = filters
  const query = { id: gift.id, page, pageSize, ...(batchId && { batchId }), ...(keyword && { keyword }) }
  const entry = useQuery(listCodes, query)
  const [open, setOpen] = useState<"generate" | "print">()
  const [draft, setDraft] = useState<Partial<UseDraft>>()
  const close = () => setOpen(undefined)
  const showBatch = (id: string | undefined) => list.filter({ batchId: id ?? "", keyword: "" })
  const { data } = entry
  /** The list takes the focus, once it has rows, if the button that opened a dialog is no longer there when the dialog is closed. */
  const wasOpen = useRef(false)
  useEffect(() => {
    const isFocusLost = wasOpen.current && !open && document.activeElement === document.body
    if (isFocusLost && data?.total) focusRow()
    wasOpen.current = open !== undefined || (isFocusLost && !data?.total)
  }, [open, data])
  const hasNoCodes = data?.total === 0 && !batchId && !keyword
  const generate = { label: t("gift.codesMake"), icon: "plus" as const, run: () => setOpen("generate") }
  const itemsOf = ({ code, usedDate }: GiftCode): MenuItems => [
    canCopy() && { label: t("ui.copy"), icon: "copy", run: () => copyText(code, t("gift.codeCopied")) },
    usedDate
      ? { label: t("gift.correct"), icon: "edit", run: () => setDraft({ code, isCorrection: true }) }
      : { label: t("gift.record"), icon: "check", run: () => setDraft({ code }) },
  ]
  return (
    <>
      <ListCard
        label={t("gift.codes")}
        name="giftCodes"
        list={list}
        entry={entry}
        columns={columns}
        rowLabel={row => row.code}
        rowMenu={row => <Menu label={t("ui.actionsOf", { title: row.code })} items={() => itemsOf(row)} />}
        empty={
          hasNoCodes ? (
            <Empty
              tone="accent"
              icon="ticket"
              title={t("gift.codesEmpty")}
              text={t("gift.codesEmptyText")}
              actions={[generate]}
            />
          ) : (
            <Empty
              icon="search"
              title={t("gift.codesNoMatch")}
              text={t("gift.codesNoMatchText")}
              actions={[{ label: t("ui.clearFilters"), run: () => list.filter({ batchId: "", keyword: "" }) }]}
            />
          )
        }
        failed={t("gift.codesLoadFailed")}
        summary={(from, to, count) => t("gift.codesCount", { count, from, to })}
      >
        {!hasNoCodes && (data || entry.error === undefined) && (
          <FilterBar>
            <KeywordFilter list={list} label={t("gift.codeSearch")} />
            {data && data.batches.length > 0 && (
              <span>
                <Select
                  aria-label={t("gift.batch")}
                  value={batchId}
                  onChange={value => list.filter({ batchId: value })}
                  options={[
                    { value: "", label: t("gift.batchAll") },
                    ...data.batches.map(({ id, count, createdDate }) => ({
                      value: id,
                      label: t("gift.batchOf", { time: format.dateTime(createdDate), number: format.number(count) }),
                    })),
                  ]}
                />
              </span>
            )}
            <span className="row row-wrap push-end">
              <Button icon="print" disabled={!data?.total} onClick={() => setOpen("print")}>
                {t("gift.print")}
              </Button>
              {mayExport && (
                <Export title={t("gift.codes")} read={listCodes} query={query} columns={columns} total={data?.total ?? 0} />
              )}
              <Button icon={generate.icon} onClick={generate.run}>
                {generate.label}
              </Button>
            </span>
          </FilterBar>
        )}
      </ListCard>
      {open === "generate" && <GenerateDialog giftId={gift.id} onGenerated={showBatch} onClose={close} />}
      {open === "print" && <PrintCodes gift={gift} query={query} total={data?.total ?? 0} onClose={close} />}
      {draft && <UsageDialog gift={gift} initial={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}
