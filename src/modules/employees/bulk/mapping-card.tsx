import { Select } from "../../../ui/controls/select"
import { Badge } from "../../../ui/display/badge"
import { Card } from "../../../ui/display/card"
import { useT } from "../../../ui/hooks/use-t"
import { type Column, Table } from "../../../ui/lists/table"
import { type Field, fields, type Match } from "./columns"
import { fieldLabel } from "./files"
import type { Source } from "./source"
import type { Review } from "./use-review"

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
    cell: ({ match: { field, isGuess } }, { t }) => {
      if (!field) return <Badge tone="neutral">{t("bulk.skippedColumn")}</Badge>
      return isGuess ? <Badge tone="warning">{t("bulk.guessed")}</Badge> : <Badge tone="success">{t("bulk.matched")}</Badge>
    },
  },
]

/** Rows that are searched for an example of each column. */
const sampleSize = 100

/** Which column of the file fills which field. */
export const MappingCard = ({
  source,
  review,
  onSheet,
}: {
  source: Source
  review: Review
  onSheet: (sheet: string) => void
}) => {
  const t = useT()
  const { matches, setMatches } = review
  const { headings, people, sheets, sheet } = source
  const choose = (column: number) => (field: Field | undefined) =>
    setMatches(
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
  return (
    <Card
      title={t("bulk.columns")}
      note={
        sheets.length > 1 ? (
          <Select
            aria-label={t("bulk.sheet")}
            value={sheet}
            onChange={onSheet}
            options={sheets.map(name => ({ value: name, label: name }))}
          />
        ) : (
          t("bulk.matchedCount", { matched: matches.filter(({ field }) => field).length, count: headings.length })
        )
      }
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
  )
}
