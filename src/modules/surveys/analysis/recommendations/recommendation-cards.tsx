import { useEffect, useRef, useState } from "react"
import { impacts, type Recommendation, recommendationStatuses } from "../../../../contract/surveys/recommendations"
import { currentDay } from "../../../../state/current-day"
import { Button, LinkButton } from "../../../../ui/controls/button"
import { Select } from "../../../../ui/controls/select"
import { Card } from "../../../../ui/display/card"
import { useScreenContext } from "../../../../ui/hooks/screen-context"
import { useT } from "../../../../ui/hooks/use-t"
import type { MenuItem } from "../../../../ui/overlays/menu"
import { Empty } from "../../../../ui/placeholders/empty"
import { useAnalysis, useAnalysisPaths } from "../analysis-screen"
import { apply, offer, removeEntry } from "../plans/plan-actions"
import { byDueDay, statusOn } from "../plans/plan-state"
import { usePlanCard } from "../plans/plans"
import { useSurvey } from "../survey-context"
import { decisionText, impactText } from "../texts"
import { changing } from "../use-entries"
import { useHashTarget } from "../use-hash-target"
import { RecommendationCard } from "./recommendation-card"

/** Open plans, shown beside the recommendations. */
const maxBeside = 2

type Filters = { status: string; impact: string }

const FilterBar = ({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) => {
  const t = useT()
  return (
    <div className="row row-wrap">
      <Select
        aria-label={t("analysis.status")}
        value={filters.status}
        onChange={status => onChange({ ...filters, status })}
        options={[
          { value: "", label: t("analysis.everyStatus") },
          ...recommendationStatuses.map(value => ({ value, label: decisionText(value, t) })),
        ]}
      />
      <Select
        aria-label={t("analysis.impact")}
        value={filters.impact}
        onChange={impact => onChange({ ...filters, impact })}
        options={[
          { value: "", label: t("analysis.everyImpact") },
          ...impacts.map(value => ({ value, label: impactText(value, t) })),
        ]}
      />
    </div>
  )
}

/** The recommendations with their filters, and the open plans beside them. */
export const RecommendationCards = () => {
  const t = useT()
  const { recommendations: list, plans, planning, plan: onPlan } = useAnalysis()
  const paths = useAnalysisPaths()
  const { base, mayChange } = useScreenContext()
  const survey = useSurvey()
  const view = `${base}/${encodeURIComponent(survey.id)}`
  const isChangeable = mayChange(survey)
  const [filters, setFilters] = useState<Filters>({ status: "", impact: "" })
  const root = useRef<HTMLElement>(null)
  const decided = useRef<string>(undefined)
  const { card, liveText } = usePlanCard(plans, list.entries)
  const entries = list.entries ?? []
  const shown = entries.filter(
    ({ status, impact }) => (!filters.status || status === filters.status) && (!filters.impact || impact === filters.impact),
  )
  useHashTarget("recommendation-", list.entries !== undefined)
  // A decision takes its button out of the page, and may take the card out of the filter.
  useEffect(() => {
    if (decided.current && document.activeElement === document.body)
      (document.getElementById(`recommendation-${decided.current}`) ?? root.current)?.focus()
    decided.current = undefined
  })

  const decide = async (entry: Recommendation, status: "pending" | "accepted" | "refused") => {
    decided.current = entry.id
    const to = (from: string, next: string) =>
      changing<Recommendation>(entry.id, current =>
        current.status === next ? current : current.status === from ? { ...current, status: next } : undefined,
      )
    const isSaved = await apply(list, to(entry.status, status), "analysis.saveFailed")
    if (isSaved && status !== "pending")
      offer(t(`analysis.decided.${status}`), entry.title, () => apply(list, to(status, entry.status), "analysis.saveFailed"))
  }

  const open = [...(plans.entries ?? [])].filter(plan => statusOn(plan, currentDay()) !== "done").sort(byDueDay)
  const aside = open.slice(0, maxBeside)

  const footOf = (entry: Recommendation) => (
    <>
      {entry.status !== "refused" && (
        <Button tone="primary" size="sm" icon="plus" busy={planning === entry.id} onClick={() => onPlan(entry)}>
          {t("analysis.planFrom")}
        </Button>
      )}
      {entry.status === "pending" ? (
        <>
          <Button size="sm" icon="check" onClick={() => decide(entry, "accepted")}>
            {t("analysis.accept")}
          </Button>
          <Button size="sm" tone="ghost" onClick={() => decide(entry, "refused")}>
            {t("analysis.refuse")}
          </Button>
        </>
      ) : (
        <Button size="sm" tone="ghost" icon="history" onClick={() => decide(entry, "pending")}>
          {t("analysis.backToPending")}
        </Button>
      )}
    </>
  )
  const menuOf = (entry: Recommendation): MenuItem[] => [
    { label: t("ui.edit"), icon: "edit", href: paths.edit(entry.id) },
    {
      label: t("ui.remove"),
      icon: "trash",
      tone: "danger",
      run: () => {
        root.current?.focus()
        removeEntry(list, entry, "analysis.removed", "analysis.saveFailed")
      },
    },
  ]

  return (
    <div className={aside.length ? "cols" : "stack"}>
      <section className="stack" ref={root} tabIndex={-1} aria-label={t("analysis.many")}>
        {entries.length > 1 && <FilterBar filters={filters} onChange={setFilters} />}
        {entries.length > 0 && shown.length === 0 && (
          <Card label={t("ui.noMatch")}>
            <Empty
              icon="search"
              title={t("ui.noMatch")}
              text={t("analysis.noMatchText")}
              actions={[{ label: t("ui.clearFilters"), run: () => setFilters({ status: "", impact: "" }) }]}
            />
          </Card>
        )}
        {shown.map(entry => (
          <RecommendationCard key={entry.id} recommendation={entry} view={view} menu={isChangeable ? menuOf(entry) : undefined}>
            {isChangeable && footOf(entry)}
          </RecommendationCard>
        ))}
      </section>
      {aside.length > 0 && (
        <aside className="stack" id="plans" tabIndex={-1} aria-labelledby="plans-beside">
          <h2 id="plans-beside">{t("analysis.openPlans")}</h2>
          {aside.map(card)}
          {open.length > aside.length && (
            <LinkButton href={paths.plans}>{t("analysis.allPlans", { count: plans.entries?.length ?? 0 })}</LinkButton>
          )}
          {liveText}
        </aside>
      )}
    </div>
  )
}
