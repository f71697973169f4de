import { useEffect, useMemo, useRef, useState } from "react"
import { type GiftCodeState, giftCodeStates } from "../../../contract/gift-codes"
import { errorMessage } from "../../../core/http/errors"
import type { Query } from "../../../core/http/http"
import type { Read } from "../../../core/http/query"
import type { Key } from "../../../core/text/i18n"
import { NotOffered } from "../../../state/features"
import { Button } from "../../../ui/controls/button"
import { CopyButton, canCopy, copyText } from "../../../ui/controls/copy-button"
import { Select } from "../../../ui/controls/select"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { useCan } from "../../../ui/hooks/use-can"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { BulkBar } from "../../../ui/lists/bulk"
import type { LotAction } from "../../../ui/lists/bulk-action"
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
import { useSelection } from "../../../ui/lists/use-selection"
import { Menu, type MenuItems } from "../../../ui/overlays/menu"
import { Empty } from "../../../ui/placeholders/empty"
import type { Code, CodePage } from "./code-page"
import { type GenerateCodes, GenerateDialog } from "./generate-dialog"
import { type CouponTexts, isUsable, PrintCodes } from "./print-codes"

const stateOf = ({ state, usedDate }: Code): GiftCodeState | "unused" => state ?? (usedDate ? "used" : "unused")

/** The codes of a campaign are not given: they are used or not. */
export const stateLabels = {
  unused: "codes.free",
  free: "codes.state.free",
  given: "codes.state.given",
  used: "codes.isUsed",
  cancelled: "codes.state.cancelled",
  expired: "codes.state.expired",
} as const satisfies Record<GiftCodeState | "unused", Key>

const tones = {
  unused: "success",
  free: "success",
  given: "info",
  used: "neutral",
  cancelled: "danger",
  expired: "neutral",
} as const

const stateText = (row: Code, { t, format }: CellContext) =>
  row.usedDate ? t("codes.usedAt", { time: format.dateTime(row.usedDate) }) : t(stateLabels[stateOf(row)])

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
      textValue("codes.state", (row, { t }) => t(stateLabels[stateOf(row)])),
      ...dateValues<Code>("codes.usedDate", row => row.usedDate),
    ],
    cell: (row, { t, format }) => (
      <span className="table__pair">
        <Badge tone={tones[stateOf(row)]}>{t(stateLabels[stateOf(row)])}</Badge>
        {row.usedDate && <small>{format.dateTime(row.usedDate)}</small>}
        {row.isMailed && !row.usedDate && <small>{t("codes.state.mailed")}</small>}
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
  /** Codes that are given to people: the company of the card, what is done with selected codes, and the dialog that gives them, the chosen ones or free ones. */
  given?: { owner: string | null | undefined; actions: LotAction<Code>[]; onGive: (chosen: readonly Code[]) => void }
  /** What a list without codes is told. */
  emptyText: string
  mayExport: boolean
  /** What is done with a code, beside copying it. */
  itemOf: (row: Code) => MenuItems[number]
}) => {
  const { id, name, read, coupon, given, hasPersonal = false } = props
  const t = useT()
  const format = useFormat()
  const list = useList(name, { pageSize: 20 })
  const { page, pageSize, filters } = list.state
  const { batchId = "", keyword = "", state = "" } = filters
  const query = { id, page, pageSize, ...(batchId && { batchId }), ...(keyword && { keyword }), ...(state && { state }) }
  const entry = useQuery(read, query)
  const [open, setOpen] = useState<"generate" | "print" | "printChosen">()
  const close = () => setOpen(undefined)
  const showBatch = (id: string | undefined) => list.filter({ batchId: id ?? "", keyword: "", state: "" })
  const { data } = entry
  const canGive = useCan("gifts.give")
  const [hasStates, setHasStates] = useState(false)
  if (!hasStates && data?.rows.some(row => row.state)) setHasStates(true)
  const isGiving = given !== undefined && canGive && hasStates
  const selection = useSelection(
    useMemo(() => (data?.rows ?? []).map(row => ({ ...row, tenantId: given?.owner ?? null })), [data, given?.owner]),
  )
  /** The list takes the focus, once it has rows, if the button that opened a dialog is no longer there when the dialog is closed. */
  const wasOpen = useRef(false)
  useEffect(() => {
    const isFocusLost = wasOpen.current && !open && document.activeElement === document.body
    if (isFocusLost && data?.total) focusRow()
    wasOpen.current = open !== undefined || (isFocusLost && !data?.total)
  }, [open, data])
  const hasNoCodes = data?.total === 0 && !batchId && !keyword && !state
  const generate = { label: t("codes.generate"), icon: "plus" as const, run: () => setOpen("generate") }
  const itemsOf = (row: Code): MenuItems => [
    canCopy() && { label: t("ui.copy"), icon: "copy", run: () => copyText(row.code, t("codes.copied")) },
    props.itemOf(row),
  ]
  const shown = hasPersonal || isGiving ? columnsWithPerson : columns
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
              actions={[{ label: t("ui.clearFilters"), run: () => list.filter({ batchId: "", keyword: "", state: "" }) }]}
            />
          )
        }
        failed={t("codes.loadFailed")}
        {...(isGiving && { selection: { ids: selection.ids, onSelect: selection.select } })}
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
            {isGiving && (
              <span>
                <Select
                  aria-label={t("codes.state")}
                  value={state}
                  onChange={value => list.filter({ state: value })}
                  options={[
                    { value: "", label: t("codes.state.any") },
                    ...giftCodeStates.map(value => ({ value, label: t(stateLabels[value]) })),
                  ]}
                />
              </span>
            )}
            <span className="row row-wrap push-end">
              {isGiving && (
                <Button icon="users" onClick={() => given.onGive([])}>
                  {t("codes.state.give")}
                </Button>
              )}
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
        {isGiving && selection.rows.length > 0 && (
          <BulkBar selection={selection} resource={{ tag: "gifts", titleOf: row => row.code }} actions={given.actions}>
            {selection.rows.some(({ state }) => state === "free") && (
              <Button size="sm" icon="users" onClick={() => given.onGive(selection.rows.filter(({ state }) => state === "free"))}>
                {t("codes.state.give")}
              </Button>
            )}
            {selection.rows.some(isUsable) && (
              <Button size="sm" icon="print" onClick={() => setOpen("printChosen")}>
                {t("codes.print")}
              </Button>
            )}
          </BulkBar>
        )}
      </ListCard>
      {open === "generate" && (
        <GenerateDialog id={id} generate={props.generate} hasPersonal={hasPersonal} onGenerated={showBatch} onClose={close} />
      )}
      {(open === "print" || open === "printChosen") && (
        <PrintCodes
          texts={coupon}
          read={read}
          query={query}
          total={data?.total ?? 0}
          chosen={open === "printChosen" ? selection.rows : undefined}
          onClose={close}
        />
      )}
    </>
  )
}
