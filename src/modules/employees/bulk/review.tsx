import { useMemo, useState } from "react"
import { joinTexts } from "../../../core/text/join-texts"
import { config } from "../../../state/config"
import { currentDay } from "../../../state/current-day"
import { Button } from "../../../ui/controls/button"
import { Alert } from "../../../ui/display/alert"
import { Progress } from "../../../ui/display/progress"
import { Stats } from "../../../ui/display/stats"
import { useFormat } from "../../../ui/hooks/use-format"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { ActionBar } from "../../../ui/pages/form/action-bar"
import { departmentOptions } from "../../departments/api"
import { type Match, missingFields } from "./columns"
import { groupRows } from "./groups"
import { ProblemsCard } from "./problems-card"
import { ResultsCard } from "./results-card"
import { type Choices, departmentKey, type Meaning, type Row } from "./rows"
import type { Source } from "./source"
import { useReview } from "./use-review"

/** The rows of a file before they are sent: what is wrong with them, and what they change. */
export const Review = (props: {
  source: Source
  matches: readonly Match[]
  isBusy: boolean
  /** Goes back to the columns; undefined for rows of an earlier transfer. */
  onColumns: (() => void) | undefined
  onBack: () => void
  onStart: (rows: readonly Row[], meaning: Meaning) => void
}) => {
  const { source, matches, onStart } = props
  const t = useT()
  const format = useFormat()
  const { data: options, error } = useQuery(departmentOptions, undefined)
  const [choices, setChoices] = useState<Choices>(new Map())
  // A file without what a new person needs can only be meant for people whom the company has.
  const [isUpdating, setUpdating] = useState(!source.again && missingFields(matches).length > 0)
  const [shown, setShown] = useState<string>()
  const isSettled = options !== undefined || error !== undefined
  const meaning = useMemo((): Meaning | undefined => {
    const departments = new Map((options ?? []).map(({ label, value }) => [departmentKey(label), value]))
    return isSettled ? { t, departments, choices, today: currentDay(), timeZone: config.timeZone } : undefined
  }, [isSettled, options, choices, t])
  const review = useReview(source, matches, meaning, isUpdating)
  const { rows, compared } = review
  const groups = useMemo(() => (rows && meaning ? groupRows(rows, meaning) : []), [rows, meaning])
  const count = (...states: Row["state"][]) => rows?.filter(row => states.includes(row.state)).length ?? 0
  const [added, updated, unchanged] = [count("ready"), count("update"), count("unchanged")]
  const skipped = (rows?.length ?? 0) - added - updated - unchanged
  const unread = source.headings.filter((_, column) => !source.again && !matches[column]?.field)

  return (
    <>
      <Stats
        label={t("bulk.summary")}
        isLoading={!rows}
        items={[
          {
            label: t("bulk.fileRows"),
            value: format.number((source.again ?? source.people).length),
            note: joinTexts(source.name, source.sheet, format.fileSize(source.size)),
          },
          { label: t("bulk.states.ready"), value: format.number(added) },
          { label: t("bulk.states.update"), value: format.number(updated) },
          { label: t("bulk.states.unchanged"), value: format.number(unchanged) },
          { label: t("bulk.filters.problems"), value: format.number(skipped) },
        ]}
      />
      {compared !== undefined && <Progress value={compared} label={t("bulk.comparing")} />}
      {unread.length > 0 && (
        <Alert
          tone="info"
          title={t("bulk.unread", { columns: unread.join(", ") })}
          {...(matches.some(({ isUnasked }) => isUnasked) && { text: t("bulk.unasked") })}
        />
      )}
      {rows && meaning && (
        <>
          <ProblemsCard
            groups={groups}
            choices={choices}
            isUpdating={isUpdating}
            canUpdate={review.canUpdate}
            onChoose={(key, value) => {
              const next = new Map(choices)
              if (value) next.set(key, value)
              else next.delete(key)
              setChoices(next)
            }}
            onUpdate={setUpdating}
            onShow={id => {
              setShown(id)
              document.getElementById("bulk-filter")?.focus()
            }}
          />
          <ResultsCard
            meaning={meaning}
            departments={options ?? []}
            review={review}
            rows={rows}
            groups={groups}
            filter={shown}
            onFilter={setShown}
          />
        </>
      )}
      <ActionBar
        note={t("bulk.note", {
          added: format.number(added),
          updated: format.number(updated),
          skipped: format.number(skipped + unchanged),
        })}
        onCancel={props.onBack}
      >
        {props.onColumns && <Button onClick={props.onColumns}>{t("bulk.columns")}</Button>}
        <Button
          tone="primary"
          busy={props.isBusy}
          disabled={!added && !updated}
          onClick={() => {
            review.stopComparison()
            if (rows && meaning) onStart(rows, meaning)
          }}
        >
          {t("bulk.start", { count: added + updated })}
        </Button>
      </ActionBar>
    </>
  )
}
