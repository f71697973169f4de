import { useEffect, useRef, useState } from "react"
import { errorMessage } from "../../../core/http/errors"
import type { Query } from "../../../core/http/http"
import type { Read } from "../../../core/http/query"
import { NotOffered } from "../../../state/features"
import { Button } from "../../../ui/controls/button"
import { CopyButton, canCopy, copyText } from "../../../ui/controls/copy-button"
import { Select } from "../../../ui/controls/select"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import type { CellContext } from "../../../ui/lists/cell-context"
import { dateTimeColumn } from "../../../ui/lists/columns"
import { Export } from "../../../ui/lists/export"
import { dateValues, textValue } from "../../../ui/lists/export-values"
import { FilterBar } from "../../../ui/lists/filter-bar"
import { focusRow } from "../../../ui/lists/focus-row"
import { ListCard } from "../../../ui/lists/list-card"
import { KeywordFilter } from "../../../ui/lists/list-filters"
import type { Column } from "../../../ui/lists/table"
import { useList } from "../../../ui/lists/use-list"
import { Menu, type MenuItems } from "../../../ui/overlays/menu"
import { Empty } from "../../../ui/placeholders/empty"
import type { Code, CodePage } from "./code-page"
import { type GenerateCodes, GenerateDialog } from "./generate-dialog"
import { type CouponTexts, PrintCodes } from "./print-codes"

const stateText = (row: Code, { t, format }: CellContext) =>
  row.usedDate ? t("codes.usedAt", { time: format.dateTime(row.usedDate) }) : t("codes.free")

const columns: Column<Code>[] = [
  {
    key: "code",
    label: "codes.code",
    isMain: true,
    text: row => row.code,
    cell: (row, { t }) => (
      <span className="row">
        <code translate="no" className="mono">
          {row.code}
        </code>
        <CopyButton text={row.code} label={t("codes.copyOf", { code: row.code })} message={t("codes.copied")} />
      </span>
    ),
  },
  {
    key: "state",
    label: "codes.state",
    className: "nowrap",
    text: stateText,
    values: [
      textValue("codes.state", (row, { t }) => t(row.usedDate ? "codes.isUsed" : "codes.free")),
      ...dateValues<Code>("codes.usedDate", row => row.usedDate),
    ],
    cell: (row, { t, format }) => (
      <span className="table__pair">
        <Badge tone={row.usedDate ? "neutral" : "success"}>{t(row.usedDate ? "codes.isUsed" : "codes.free")}</Badge>
        {row.usedDate && <small>{format.dateTime(row.usedDate)}</small>}
      </span>
    ),
  },
  dateTimeColumn("createdDate", "codes.createdDate"),
]

const personColumn: Column<Code> = { key: "person", label: "codes.person", text: row => row.employeeName ?? "" }
const columnsWithPerson = [...columns.slice(0, 1), personColumn, ...columns.slice(1)]

/**
 * The codes of a gift card or a campaign, for people who may change it: search, batches, copy, print, export
 * (docs/contract.md#gift-codes, docs/contract.md#campaign-codes).
 */
export const CodeList = (props: {
  /** Id of the record. */
  id: string
  /** Key of the stored page size. */
  name: string
  coupon: CouponTexts
  read: Read<Query, CodePage>
  generate: GenerateCodes
  /** Whether codes may be those of people. */
  hasPersonal?: boolean
  /** What a list without codes is told. */
  emptyText: string
  mayExport: boolean
  /** What is done with a code, beside copying it. */
  itemOf: (row: Code) => MenuItems[number]
}) => {
  const { id, name, read, coupon, hasPersonal = false } = props
  const t = useT()
  const format = useFormat()
  const list = useList(name, { pageSize: 20 })
  const { page, pageSize, filters } = list.state
  const { batchId = "", keyword = "" } = filters
  const query = { id, page, pageSize, ...(batchId && { batchId }), ...(keyword && { keyword }) }
  const entry = useQuery(read, query)
  const [open, setOpen] = useState<"generate" | "print">()
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
  const generate = { label: t("codes.generate"), icon: "plus" as const, run: () => setOpen("generate") }
  const itemsOf = (row: Code): MenuItems => [
    canCopy() && { label: t("ui.copy"), icon: "copy", run: () => copyText(row.code, t("codes.copied")) },
    props.itemOf(row),
  ]
  const shown = hasPersonal ? columnsWithPerson : columns
  if (!data && entry.error instanceof NotOffered)
    return (
      <Card label={t("codes.title")}>
        <Empty icon="info" title={t("error.notOffered")} text={errorMessage(entry.error, "codes.loadFailed", t)} />
      </Card>
    )
  return (
    <>
      <ListCard
        label={t("codes.title")}
        name={name}
        list={list}
        entry={entry}
        columns={shown}
        rowLabel={row => row.code}
        rowMenu={row => <Menu label={t("ui.actionsOf", { title: row.code })} items={() => itemsOf(row)} />}
        empty={
          hasNoCodes ? (
            <Empty tone="accent" icon="ticket" title={t("codes.empty")} text={props.emptyText} actions={[generate]} />
          ) : (
            <Empty
              icon="search"
              title={t("codes.noMatch")}
              text={t("codes.noMatchText")}
              actions={[{ label: t("ui.clearFilters"), run: () => list.filter({ batchId: "", keyword: "" }) }]}
            />
          )
        }
        failed={t("codes.loadFailed")}
        summary={(from, to, count) => t("codes.count", { count, from, to })}
      >
        {!hasNoCodes && (data || entry.error === undefined) && (
          <FilterBar>
            <KeywordFilter list={list} label={t("codes.search")} />
            {data && data.batches.length > 0 && (
              <span>
                <Select
                  aria-label={t("codes.batch")}
                  value={batchId}
                  onChange={value => list.filter({ batchId: value })}
                  options={[
                    { value: "", label: t("codes.batchAll") },
                    ...data.batches.map(({ id, count, createdDate }) => ({
                      value: id,
                      label: t("codes.batchOf", { time: format.dateTime(createdDate), number: format.number(count) }),
                    })),
                  ]}
                />
              </span>
            )}
            <span className="row row-wrap push-end">
              <Button icon="print" disabled={!data?.total} onClick={() => setOpen("print")}>
                {t("codes.print")}
              </Button>
              {props.mayExport && (
                <Export title={t("codes.title")} read={read} query={query} columns={shown} total={data?.total ?? 0} />
              )}
              <Button icon={generate.icon} onClick={generate.run}>
                {generate.label}
              </Button>
            </span>
          </FilterBar>
        )}
      </ListCard>
      {open === "generate" && (
        <GenerateDialog id={id} generate={props.generate} hasPersonal={hasPersonal} onGenerated={showBatch} onClose={close} />
      )}
      {open === "print" && <PrintCodes texts={coupon} read={read} query={query} total={data?.total ?? 0} onClose={close} />}
    </>
  )
}
