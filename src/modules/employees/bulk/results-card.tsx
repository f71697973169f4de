import { useMemo, useState } from "react"
import { formatPhone } from "../../../core/text/phone"
import { IconButton } from "../../../ui/controls/button"
import { Combobox } from "../../../ui/controls/combobox"
import { FieldError, Field as FormField } from "../../../ui/controls/field"
import { Select } from "../../../ui/controls/select"
import { TextInput } from "../../../ui/controls/text-input"
import { Badge, type BadgeTone } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { messageText } from "../../../ui/forms/message-text"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { type Column, Table } from "../../../ui/lists/table"
import { departmentChoices } from "../../departments/api"
import { type Field, templateFields } from "./columns"
import { fieldLabel } from "./files"
import { type Departments, departmentKey, problemsOf, type Row, readValue, rowName, type State } from "./rows"
import type { Review } from "./use-review"

const pageSize = 25

const filters = {
  problems: ({ state }: Row) => state !== "ready",
  ready: ({ state }: Row) => state === "ready",
  invalid: ({ state }: Row) => state === "invalid",
  duplicate: ({ state }: Row) => state === "duplicate",
  exists: ({ state }: Row) => state === "exists",
  completed: ({ isPhoneCompleted }: Row) => isPhoneCompleted,
  all: () => true,
}
type Filter = keyof typeof filters

const countRows = (rows: readonly Row[]) => {
  const counts = { problems: 0, ready: 0, invalid: 0, duplicate: 0, exists: 0, completed: 0, all: rows.length } satisfies Record<
    Filter,
    number
  >
  for (const { state, isPhoneCompleted } of rows) {
    counts[state]++
    if (isPhoneCompleted) counts.completed++
  }
  counts.problems = counts.all - counts.ready
  return counts
}

const tones: Record<State, BadgeTone> = { ready: "success", invalid: "danger", duplicate: "warning", exists: "warning" }

type Shown = {
  id: string
  row: Row
  isOpen: boolean
  /** The department that its name means; "" for none. */
  departmentId: string
  onEdit: (field: Field, text: string) => void
  onDepartment: (id: string) => void
}

/** A department for all rows with the name that the file has: one of the company's, a new one, or none. */
const DepartmentControl = (props: { value: string; onChange: (id: string) => void }) => {
  const t = useT()
  const { options, creator } = departmentChoices
  const { data = [] } = useQuery(options, undefined)
  const onCreate = useCurrentUser()?.role === creator?.role ? creator?.create : undefined
  return (
    <Combobox
      {...props}
      onCreate={onCreate}
      options={[{ value: "", label: t("bulk.leaveOut") }, ...data]}
      placeholder={t("bulk.chooseDepartment")}
    />
  )
}

/** One value of a row; it is checked when the field is left, or by Enter. */
const Value = ({
  shown: { row, departmentId, onEdit, onDepartment },
  field,
  error,
  isChoice,
}: {
  shown: Shown
  field: Field
  error: string
  isChoice: boolean
}) => {
  const t = useT()
  const [typed, setTyped] = useState<string>()
  const text = row.values[field] ?? ""
  const commit = () => {
    if (typed !== undefined && typed.trim() !== text) onEdit(field, typed)
    setTyped(undefined)
  }
  return (
    <FormField
      id={`${field}-${row.line}`}
      label={`${fieldLabel(field, t)}${field === "departmentId" && text ? `: ${text}` : ""}`}
      error={error}
    >
      {aria =>
        isChoice ? (
          <DepartmentControl {...aria} value={departmentId} onChange={onDepartment} />
        ) : (
          <TextInput
            {...aria}
            value={typed ?? text}
            onChange={setTyped}
            onBlur={commit}
            onKeyDown={event => event.key === "Enter" && commit()}
          />
        )
      }
    </FormField>
  )
}

const Values = ({ shown }: { shown: Shown }) => {
  const t = useT()
  const { row, isOpen } = shown
  const { refusals = [], values, isPhoneCompleted } = row
  const errors = [...refusals, ...problemsOf(row).map(({ field, message }) => ({ field, text: messageText(message, t) }))]
  const errorOf = (name: string) =>
    errors
      .filter(({ field }) => field === name)
      .map(({ text }) => text)
      .join(" ")
  /** A corrected field stays, and with it the focus. */
  const [hadError, setHadError] = useState<ReadonlySet<Field>>(new Set())
  const wrong = templateFields.filter(field => errorOf(field) && !hadError.has(field))
  if (wrong.length) setHadError(new Set([...hadError, ...wrong]))
  const others = errors.filter(({ field }) => !templateFields.some(name => name === field))
  return (
    <div className="bulk-values">
      {templateFields.map(
        field =>
          (isOpen || hadError.has(field)) && (
            <Value
              key={field}
              shown={shown}
              field={field}
              error={errorOf(field)}
              isChoice={field === "departmentId" && hadError.has(field)}
            />
          ),
      )}
      {others.map(({ text }) => (
        <FieldError key={text} error={text} />
      ))}
      {isPhoneCompleted && (
        <small className="subtle">{t("bulk.phoneCompleted", { phone: formatPhone(values.phoneNumber ?? "") })}</small>
      )}
    </div>
  )
}

const columns: Column<Shown>[] = [
  {
    key: "name",
    label: "employee.one",
    isMain: true,
    text: ({ row }) => rowName(row),
    cell: (shown, { t }) => {
      const { line, values } = shown.row
      return (
        <div>
          <b>{rowName(shown.row)}</b>
          <small className="subtle">
            {[t("bulk.line", { line }), values.email, values.departmentId].filter(Boolean).join(" · ")}
          </small>
          <Values shown={shown} />
        </div>
      )
    },
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
  departments: Departments
  onDepartment: (name: string, id: string) => void
}) => {
  const { rows, review } = props
  const { version } = review
  const t = useT()
  const format = useFormat()
  const [filter, setFilter] = useState<Filter>()
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<number>()
  const counts = useMemo(() => countRows(rows), [rows])
  // The first choice holds until all rows are checked again; edits change the rows in view, not which ones are in view.
  const initial = useComputedFor<Filter>(String(version), () => (rows.some(filters.problems) ? "problems" : "all"))
  const active = filter ?? initial
  const found = useComputedFor(`${version} ${active}`, () => rows.flatMap((row, index) => (filters[active](row) ? [index] : [])))
  const total = found.length
  const from = Math.min(page * pageSize, Math.max(0, total - 1))
  const shown = found.slice(from, from + pageSize).flatMap((index): Shown[] => {
    const row = rows[index]
    if (!row) return []
    const { line, values } = row
    return [
      {
        id: String(line),
        row,
        isOpen: open === line,
        departmentId: props.departments.get(departmentKey(values.departmentId ?? "")) ?? "",
        onEdit: (field, text) => review.edit(line, { ...values, [field]: readValue(field, text) }),
        onDepartment: id => props.onDepartment(values.departmentId ?? "", id),
      },
    ]
  })
  return (
    <Card
      title={t("bulk.results")}
      note={
        <Select
          aria-label={t("bulk.filter")}
          value={active}
          onChange={value => {
            setFilter(value as Filter)
            setPage(0)
          }}
          options={Object.entries(counts).map(([name, count]) => ({
            value: name,
            label: `${t(`bulk.filters.${name as Filter}`)} (${format.number(count)})`,
          }))}
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
