import { useMemo, useState } from "react"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { Progress } from "../../../ui/display/progress"
import { Stats } from "../../../ui/display/stats"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { ActionBar } from "../../../ui/pages/form/action-bar"
import { departmentOptions } from "../../departments/api"
import { fieldLabel } from "./files"
import { MappingCard } from "./mapping-card"
import { ResultsCard } from "./results-card"
import { type Departments, departmentKey, type Meaning, type Row } from "./rows"
import type { Source } from "./source"
import { useReview } from "./use-review"

/** The rows of a file before they are sent: columns, departments, and what is wrong with each row. */
export const Review = (props: {
  source: Source
  isBusy: boolean
  onSheet: (sheet: string) => void
  onBack: () => void
  onStart: (rows: readonly Row[], meaning: Meaning) => void
}) => {
  const { source, onStart } = props
  const t = useT()
  const format = useFormat()
  const { data: options, error } = useQuery(departmentOptions, undefined)
  /** Departments that the person has chosen for names of the file; "" for none. */
  const [chosen, setChosen] = useState<Departments>(new Map())
  const isSettled = options !== undefined || error !== undefined
  const meaning = useMemo((): Meaning | undefined => {
    const named = (options ?? []).map(({ label, value }) => [departmentKey(label), value] as const)
    return isSettled ? { t, departments: new Map([...named, ...chosen]) } : undefined
  }, [isSettled, options, chosen, t])
  const review = useReview(source, meaning)
  const { rows, missing, compared } = review
  const count = (state: Row["state"]) => rows?.filter(row => row.state === state).length ?? 0
  const [ready, invalid] = [count("ready"), count("invalid")]
  const skipped = (rows?.length ?? 0) - ready

  return (
    <>
      <Stats
        label={t("bulk.summary")}
        isLoading={!rows && missing.length === 0}
        items={[
          {
            label: t("bulk.fileRows"),
            value: format.number((source.again ?? source.people).length),
            note: `${source.name} · ${format.fileSize(source.size)}`,
          },
          { label: t("bulk.filters.ready"), value: format.number(ready) },
          { label: t("bulk.warned"), value: format.number(skipped - invalid) },
          { label: t("bulk.filters.invalid"), value: format.number(invalid) },
        ]}
      />
      {compared !== undefined && <Progress value={compared} label={t("bulk.comparing")} />}
      {missing.length > 0 && (
        <Alert
          tone="warning"
          title={t("bulk.columnsMissing", { fields: missing.map(field => fieldLabel(field, t)).join(", ") })}
        />
      )}
      {rows && meaning && (
        <ResultsCard
          departments={meaning.departments}
          review={review}
          rows={rows}
          onDepartment={(name, id) => setChosen(new Map(chosen).set(departmentKey(name), id))}
        />
      )}
      {!source.again && <MappingCard source={source} review={review} onSheet={props.onSheet} />}
      <ActionBar note={t("bulk.note", { ready: format.number(ready), skipped: format.number(skipped) })} onCancel={props.onBack}>
        <Button
          tone="primary"
          busy={props.isBusy}
          disabled={!ready}
          onClick={() => {
            review.stopComparison()
            if (rows && meaning) onStart(rows, meaning)
          }}
        >
          {t("bulk.start", { count: ready })}
        </Button>
      </ActionBar>
    </>
  )
}
