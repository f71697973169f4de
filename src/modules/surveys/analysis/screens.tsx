import { useSearch } from "wouter"
import { useT } from "../../../ui/hooks/use-t"
import { analysisScreen, useAnalysis, useAnalysisPaths } from "./analysis-screen"
import { EntryScreen } from "./entry-screen"
import { LoadedEntries } from "./loaded-entries"
import { PlanForm } from "./plans/plan-form"
import { Plans } from "./plans/plans"
import { RecommendationForm, ReviewForm } from "./recommendations/recommendation-forms"
import { AnalysisTabs, Recommendations } from "./recommendations/recommendations"

/** The screens of a survey's recommendations and plans, one a route (docs/console.md#recommendations-and-plans). */

const Review = () => {
  const { recommendations, report, analysed } = useAnalysis()
  const back = { label: useT()("analysis.many"), href: useAnalysisPaths().page }
  return (
    <EntryScreen entries={[]} back={back}>
      {() => <ReviewForm key={analysed?.number} list={recommendations} analysed={analysed?.value} report={report} back={back} />}
    </EntryScreen>
  )
}

const Recommendation = () => {
  const { recommendations, report } = useAnalysis()
  const back = { label: useT()("analysis.many"), href: useAnalysisPaths().page }
  return (
    <EntryScreen entries={recommendations.entries} back={back}>
      {stored => <RecommendationForm list={recommendations} stored={stored} report={report} back={back} />}
    </EntryScreen>
  )
}

const PlanList = () => {
  const { plans, recommendations } = useAnalysis()
  return (
    <>
      <AnalysisTabs isPlans />
      <LoadedEntries list={plans}>{() => <Plans list={plans} recommendations={recommendations.entries} />}</LoadedEntries>
    </>
  )
}

const Plan = () => {
  const { plans, recommendations, planned } = useAnalysis()
  const back = { label: useT()("analysis.plans"), href: useAnalysisPaths().plans }
  const from = new URLSearchParams(useSearch()).get("from")
  return (
    <EntryScreen entries={plans.entries} back={back}>
      {stored => (
        <PlanForm
          key={stored ? "stored" : planned?.number}
          list={plans}
          stored={stored}
          recommendation={recommendations.entries?.find(({ id }) => id === from)}
          generated={planned?.of === from ? planned?.value : undefined}
          back={back}
        />
      )}
    </EntryScreen>
  )
}

export const screens = {
  Recommendations: analysisScreen(Recommendations),
  Review: analysisScreen(Review),
  Recommendation: analysisScreen(Recommendation),
  Plans: analysisScreen(PlanList),
  Plan: analysisScreen(Plan),
}
