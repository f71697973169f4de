import { useState } from "react"
import type { Employee, EmployeeDraft } from "../../../contract/employees"
import type { Option } from "../../../core/http/options"
import { dash, type Format } from "../../../core/text/format"
import type { Translate } from "../../../core/text/i18n"
import { joinTexts } from "../../../core/text/join-texts"
import { formatPhone } from "../../../core/text/phone"
import { IconButton } from "../../../ui/controls/button"
import { FieldError, Field as FormField } from "../../../ui/controls/field"
import { Select } from "../../../ui/controls/select"
import { TextInput } from "../../../ui/controls/text-input"
import { activeStatusLook } from "../../../ui/display/active-status"
import { Badge, type BadgeTone, codeLabel } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { untranslated } from "../../../ui/display/untranslated"
import { messageText } from "../../../ui/forms/message-text"
import { useFormat } from "../../../ui/hooks/use-format"
import { useT } from "../../../ui/hooks/use-t"
import { type Column, Table } from "../../../ui/lists/table"
import { roleLook } from "../resource"
import { type Field, templateFields } from "./columns"
import { fieldLabel } from "./files"
import { type Group, groupsOf } from "./groups"
import { choiceFields, type Meaning, problemsOf, type Row, readValue, rowName, type State } from "./rows"
import type { Review } from "./use-review"

const pageSize = 25

const tones: Record<State, BadgeTone> = {
  ready: "success",
  update: "info",
  unchanged: "neutral",
  invalid: "danger",
  duplicate: "warning",
  exists: "warning",
  skipped: "neutral",
}
const isSent = ({ state }: Row) => state === "ready" || state === "update" || state === "unchanged"

/** The filters by what becomes of a row; those of groups have the ids of the groups. */
const filters: Record<string, (row: Row) => boolean> = {
  all: () => true,
  problems: row => !isSent(row),
  ...Object.fromEntries(Object.keys(tones).map(state => [state, (row: Row) => row.state === state])),
  completed: ({ isPhoneCompleted }) => isPhoneCompleted,
}

type Shown = {
  id: string
  row: Row
  isOpen: boolean
  meaning: Meaning
  departments: readonly Option[]
  onEdit: (field: Field, text: string) => void
}

/** Whether a problem of the field is not corrected in the row, but chosen for all rows that have it. */
const isForMany = (field: Field) => choiceFields.some(name => name === field)

/** One value of a row; it is checked when the field is left, or by Enter. */
const Value = ({ shown: { row, onEdit }, field, error }: { shown: Shown; field: Field; error: string }) => {
  const t = useT()
  const [typed, setTyped] = useState<string>()
  const text = row.values[field] ?? ""
  const commit = () => {
    if (typed !== undefined && typed.trim() !== text) onEdit(field, typed)
    setTyped(undefined)
  }
  return (
    <FormField id={`${field}-${row.line}`} label={fieldLabel(field, t)} error={error}>
      {aria => (
        <TextInput
          {...aria}
          value={typed ?? text}
          onChange={setTyped}
          onBlur={commit}
          onKeyDown={event => event.key === "Enter" && commit()}
        />
      )}
    </FormField>
  )
}

const Values = ({ shown }: { shown: Shown }) => {
  const t = useT()
  const { row, isOpen } = shown
  const errors = [
    ...(row.refusals ?? []),
    ...problemsOf(row).map(({ field, message }) => ({ field, text: messageText(message, t) })),
  ]
  const errorOf = (name: string) =>
    errors
      .filter(({ field }) => field === name)
      .map(({ text }) => text)
      .join(" ")
  const isOwn = (field: Field) => row.state === "invalid" && !isForMany(field)
  /** A corrected field stays, and with it the focus. */
  const [hadError, setHadError] = useState<ReadonlySet<Field>>(new Set())
  const wrong = templateFields.filter(field => isOwn(field) && errorOf(field) && !hadError.has(field))
  if (wrong.length) setHadError(new Set([...hadError, ...wrong]))
  const isShown = (field: Field) => isOpen || hadError.has(field)
  const others = errors.filter(({ field }) => !templateFields.some(name => name === field && (isShown(name) || isForMany(name))))
  return (
    <div className="bulk-values">
      {templateFields.map(field => isShown(field) && <Value key={field} shown={shown} field={field} error={errorOf(field)} />)}
      {row.state === "invalid" && others.map(({ text }) => <FieldError key={text} error={text} />)}
    </div>
  )
}

const textOf = (field: Field, from: EmployeeDraft | Employee, departments: readonly Option[], t: Translate, format: Format) => {
  const value = field === "name" ? "" : from[field]
  if (field === "departmentId")
    return departments.find(option => option.value === value)?.label ?? ("departmentName" in from ? from.departmentName : "")
  if (field === "role") return codeLabel(roleLook, value, t)
  if (field === "status") return codeLabel(activeStatusLook, value, t)
  if (field === "phoneNumber") return formatPhone(String(value))
  if (field === "hiredAt") return value ? format.date(String(value)) : ""
  return value === null ? "" : String(value)
}

/** What is sent of a row: the values of a new person, or those that change. */
const Sent = ({ shown: { row, meaning, departments } }: { shown: Shown }) => {
  const { t } = meaning
  const format = useFormat()
  const { line, values, draft, state, person, changes = [] } = row
  const text = (field: Field, from: EmployeeDraft | Employee = draft) => textOf(field, from, departments, t, format)
  // Role and status are what most people have, unless the file has them.
  const given = templateFields.slice(2).filter(field => field === "email" || values[field])
  const facts = [
    t("bulk.line", { line }),
    ...(person
      ? [values.email]
      : given.map(field => (field === "hiredAt" && row.fileDay?.isMixed ? row.fileDay.text : text(field)))),
  ]
  // What is corrected in the row stands at its field.
  const reasons = problemsOf(row).filter(({ field }) => state === "duplicate" || (state === "invalid" && isForMany(field)))
  return (
    <>
      <small className="subtle">{joinTexts(...facts, ...reasons.map(({ message }) => messageText(message, t)))}</small>
      {person &&
        changes.map(field => (
          <small key={field}>
            {fieldLabel(field, t)}: <s>{text(field, person) || dash}</s> → <b>{text(field)}</b>
          </small>
        ))}
    </>
  )
}

const columns: Column<Shown>[] = [
  {
    key: "name",
    label: "employee.one",
    isMain: true,
    text: ({ row }) => rowName(row),
    cell: shown => (
      <div>
        <b>{untranslated(rowName(shown.row))}</b>
        <Sent shown={shown} />
        <Values shown={shown} />
      </div>
    ),
  },
  {
    key: "state",
    label: "bulk.state",
    rank: 1,
    text: () => "",
    cell: ({ row: { state } }, { t }) => <Badge tone={tones[state]}>{t(`bulk.states.${state}`)}</Badge>,
  },
]

/** Returns what was computed when the key was new. */
const useComputedFor = <T,>(key: string, compute: () => T): T => {
  const [computed, setComputed] = useState(() => ({ key, value: compute() }))
  if (computed.key === key) return computed.value
  const next = { key, value: compute() }
  setComputed(next)
  return next.value
}

/** The checked rows, a page at a time. A row stays in view while it is edited, also when it no longer fits the filter. */
export const ResultsCard = (props: {
  review: Review
  rows: readonly Row[]
  groups: readonly Group[]
  meaning: Meaning
  departments: readonly Option[]
  filter: string | undefined
  onFilter: (filter: string) => void
}) => {
  const { rows, review, groups, meaning, departments } = props
  const { version } = review
  const t = useT()
  const format = useFormat()
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<number>()
  // The first choice holds until all rows are checked again; edits change the rows in view, not which ones are in view.
  const initial = useComputedFor(String(version), () => (rows.every(isSent) ? "all" : "problems"))
  const active = props.filter ?? initial
  const fits = filters[active] ?? (row => groupsOf(row, meaning).some(({ id }) => id === active))
  const found = useComputedFor(`${version} ${active}`, () => rows.flatMap((row, index) => (fits(row) ? [index] : [])))
  const total = found.length
  const from = Math.min(page * pageSize, Math.max(0, Math.ceil(total / pageSize) - 1) * pageSize)
  const shown = found.slice(from, from + pageSize).flatMap((index): Shown[] => {
    const row = rows[index]
    if (!row) return []
    const { line, values } = row
    const onEdit: Shown["onEdit"] = (field, text) => review.edit(line, { ...values, [field]: readValue(field, text) })
    return [{ id: String(line), row, isOpen: open === line, meaning, departments, onEdit }]
  })
  const counted = Object.entries(filters).map(([value, fits]) => ({ value, count: rows.filter(fits).length }))
  return (
    <Card
      title={t("bulk.results")}
      note={
        <Select
          id="bulk-filter"
          aria-label={t("bulk.filter")}
          value={active}
          onChange={value => {
            props.onFilter(value)
            setPage(0)
          }}
          options={[
            ...counted
              .filter(({ value, count }) => count || value === "all" || value === active)
              .map(({ value, count }) => ({
                value,
                label: `${t(value in tones ? `bulk.states.${value as State}` : `bulk.filters.${value as "all"}`)} (${format.number(count)})`,
              })),
            ...groups.map(({ id, count, text }) => ({ value: id, label: `${text} (${format.number(count)})` })),
          ].filter(({ value }, at, all) => all.findIndex(other => other.value === value) === at)}
        />
      }
      foot={
        <>
          <span className="push-end" aria-live="polite">
            {t("bulk.shown", { from: total && from + 1, to: from + shown.length, total })}
          </span>
          <IconButton icon="left" label={t("ui.previousPage")} disabled={from === 0} onClick={() => setPage(page - 1)} />
          <IconButton
            icon="right"
            label={t("ui.nextPage")}
            disabled={from + pageSize >= total}
            onClick={() => setPage(page + 1)}
          />
        </>
      }
    >
      <Table
        caption={t("bulk.results")}
        columns={columns}
        rows={shown}
        rowLabel={({ row }) => rowName(row)}
        isLoading={false}
        skeletonRows={0}
        rowMenu={({ row: { line }, isOpen }) => (
          <IconButton
            icon="edit"
            label={t("bulk.edit", { line })}
            aria-expanded={isOpen}
            onClick={() => setOpen(isOpen ? undefined : line)}
          />
        )}
      />
    </Card>
  )
}
