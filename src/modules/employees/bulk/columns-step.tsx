import { Button } from "../../../ui/controls/button"
import { Select } from "../../../ui/controls/select"
import { Alert } from "../../../ui/display/alert"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { useCan } from "../../../ui/hooks/use-can"
import { useT } from "../../../ui/hooks/use-t"
import { type Column, Table } from "../../../ui/lists/table"
import { ActionBar } from "../../../ui/pages/form/action-bar"
import { type Field, fields, type Match, missingFields } from "./columns"
import { fieldLabel } from "./files"
import type { Source } from "./source"

type FileColumn = { id: string; heading: string; example: string; match: Match; onChoose: (field: Field | undefined) => void }

const columns: Column<FileColumn>[] = [
  {
    key: "heading",
    label: "bulk.column",
    isMain: true,
    text: ({ heading }) => heading,
    cell: ({ heading, example }, { t }) => (
      <div>
        <b>{heading}</b>
        <small className="subtle"> {example && t("bulk.example", { text: example })}</small>
      </div>
    ),
  },
  {
    key: "field",
    label: "bulk.field",
    size: "lg",
    rank: 0,
    text: () => "",
    cell: ({ heading, match, onChoose }, { t }) => (
      <Select
        aria-label={t("bulk.fieldOf", { column: heading })}
        value={match.field ?? ""}
        onChange={value => onChoose(fields.find(field => field === value))}
        options={[
          { value: "", label: t("bulk.skipColumn") },
          ...fields.map(field => ({ value: field, label: fieldLabel(field, t) })),
        ]}
      />
    ),
  },
  {
    key: "state",
    label: "bulk.state",
    rank: 1,
    text: () => "",
    cell: ({ match: { field, isGuess, isUnasked } }, { t }) => {
      if (!field) return <Badge tone="neutral">{t(isUnasked ? "bulk.unaskedColumn" : "bulk.skippedColumn")}</Badge>
      return isGuess ? <Badge tone="warning">{t("bulk.guessed")}</Badge> : <Badge tone="success">{t("bulk.matched")}</Badge>
    },
  },
]

/** Rows that are searched for an example of each column. */
const sampleSize = 100

/** Which sheet is read, and which of its columns fills which field. */
export const Columns = (props: {
  source: Source
  matches: readonly Match[]
  onMatches: (matches: readonly Match[]) => void
  onSheet: (sheet: string) => void
  onBack: () => void
  onNext: () => void
}) => {
  const { source, matches, onMatches } = props
  const t = useT()
  const { headings, people, sheets, sheet } = source
  const choose = (column: number) => (field: Field | undefined) =>
    onMatches(
      matches.map((match, index) => {
        if (index === column) return { field, isGuess: false }
        return match.field === field ? { field: undefined, isGuess: false } : match
      }),
    )
  const sample = people.slice(0, sampleSize)
  const rows = headings.map((heading, column) => ({
    id: String(column),
    heading,
    example: sample.find(({ cells }) => cells[column])?.cells[column]?.slice(0, 60) ?? "",
    match: matches[column] ?? { field: undefined, isGuess: false },
    onChoose: choose(column),
  }))
  const missing = missingFields(matches)
  // Addresses alone tell who of a company's people a row changes, where the server can say it.
  const canCompare = useCan("employees.bulk")
  const isBlocked = missing.includes("email") || (missing.length > 0 && !canCompare)
  return (
    <>
      {missing.length > 0 && (
        <Alert
          tone="warning"
          title={t("bulk.columnsMissing", { fields: missing.map(field => fieldLabel(field, t)).join(", ") })}
          {...(!isBlocked && { text: t("bulk.updatesOnly") })}
        />
      )}
      {matches.some(({ isUnasked }) => isUnasked) && <Alert tone="info" title={t("bulk.unasked")} />}
      {sheets.length > 1 && (
        <Card title={t("bulk.sheet")}>
          <Select
            aria-label={t("bulk.sheet")}
            value={sheet}
            onChange={props.onSheet}
            options={sheets.map(name => ({ value: name, label: name }))}
          />
        </Card>
      )}
      <Card
        title={t("bulk.columns")}
        note={t("bulk.matchedCount", { matched: matches.filter(({ field }) => field).length, count: headings.length })}
      >
        <Table
          caption={t("bulk.columns")}
          columns={columns}
          rows={rows}
          rowLabel={({ heading }) => heading}
          isLoading={false}
          skeletonRows={0}
          rowMenu={() => undefined}
        />
      </Card>
      <ActionBar onCancel={props.onBack}>
        <Button tone="primary" disabled={isBlocked} onClick={props.onNext}>
          {t("bulk.continue")}
        </Button>
      </ActionBar>
    </>
  )
}
