import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useMemo } from "react"
import { useLocation, useSearch } from "wouter"
import type { ActionPlan } from "../../../contract/surveys/action-plans"
import type { Recommendation } from "../../../contract/surveys/recommendations"
import type { SurveyReport } from "../../../contract/surveys/report"
import { joinTexts } from "../../../core/text/join-texts"
import { cache } from "../../../state/instances"
import { Button } from "../../../ui/controls/button"
import { Card } from "../../../ui/display/card"
import { Spinner } from "../../../ui/display/spinner"
import { LinkTabs } from "../../../ui/display/tabs"
import { ScreenContext, useScreenContext } from "../../../ui/hooks/screen-context"
import { useCan } from "../../../ui/hooks/use-can"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { useTexts } from "../../../ui/hooks/use-texts"
import { useTitle } from "../../../ui/hooks/use-title"
import { PageHeader } from "../../../ui/pages/page-header"
import { RecordPlaceholder } from "../../../ui/pages/record/record-placeholder"
import { Empty } from "../../../ui/placeholders/empty"
import { ErrorPanel } from "../../../ui/placeholders/error-panel"
import { Waiting } from "../../../ui/placeholders/waiting"
import { getReport, getSurvey, planList, recommendationList } from "../api"
import { generatePlan } from "../generation/plans"
import type { MadeBy } from "../generation/prompt"
import { generateRecommendations } from "../generation/recommendations"
import { surveys } from "../resource"
import { createGeneration } from "./generations"
import { GenerationContext, SurveyContext, useSurvey } from "./survey-context"
import { type Entries, useEntries } from "./use-entries"

/** What the screens of a survey's recommendations and plans share (docs/console.md#recommendations-and-plans). */

export type Analysed = { recommendations: Recommendation[] } & MadeBy
export type GeneratedPlan = { plan: ActionPlan } & MadeBy

const analyses = createGeneration<Analysed>()
const plannings = createGeneration<GeneratedPlan>()

/** Addresses of the screens. */
const analysisPaths = (base: string, surveyId: string) => {
  const page = `${base}/recommendation/${encodeURIComponent(surveyId)}`
  return {
    page,
    review: `${page}/review`,
    add: `${page}/new`,
    edit: (id: string) => `${page}/edit/${encodeURIComponent(id)}`,
    plans: `${page}/plans`,
    /** @param from id of the recommendation of which the plan is made */
    addPlan: (from?: string) => `${page}/plans/new${from === undefined ? "" : `?from=${encodeURIComponent(from)}`}`,
    editPlan: (id: string) => `${page}/plans/edit/${encodeURIComponent(id)}`,
  }
}

export const useAnalysisPaths = () => analysisPaths(useScreenContext().base, useSurvey().id)

type Analysis = {
  recommendations: Entries<Recommendation>
  plans: Entries<ActionPlan>
  report: SurveyReport | undefined
  analysed: { value: Analysed; number: number } | undefined
  isAnalysing: boolean
  /** Makes recommendations from the report, and opens their review. */
  analyse: () => void
  planned: { of: string; value: GeneratedPlan; number: number } | undefined
  /** Id of the recommendation of which a plan is made now. */
  planning: string | undefined
  /** Makes a plan of a recommendation, and opens its form. */
  plan: (recommendation: Recommendation) => void
}

const AnalysisContext = createContext<Analysis | undefined>(undefined)

/** Returns what the screens share. @throws outside of them */
export const useAnalysis = (): Analysis => {
  const analysis = useContext(AnalysisContext)
  if (!analysis) throw new Error("There is no analysis.")
  return analysis
}

/** A running generation, which can be stopped. */
const Running = ({ title, onStop }: { title: string; onStop: () => void }) => {
  const t = useT()
  return (
    <Card label={title}>
      <div className="card__body">
        <div className="row row-between row-wrap" role="status">
          <span className="row">
            <Spinner size="md" label={title} />
            <b>{title}</b>
          </span>
          <Button size="sm" onClick={onStop}>
            {t("ui.stop")}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** The generations that are under way. */
export const RunningGenerations = () => {
  const t = useT()
  const { isAnalysing, planning } = useAnalysis()
  return (
    <>
      {isAnalysing && <Running title={t("analysis.analysing")} onStop={analyses.stop} />}
      {planning !== undefined && <Running title={t("analysis.planning")} onStop={plannings.stop} />}
    </>
  )
}

const useSharedAnalysis = (): Analysis => {
  const survey = useSurvey()
  const paths = useAnalysisPaths()
  const [, navigate] = useLocation()
  const recommendations = useEntries(recommendationList, survey.id)
  const plans = useEntries(planList, survey.id)
  const report = useQuery(getReport, { id: survey.id }).data
  const analysis = analyses.use()
  const planning = plannings.use()
  useEffect(
    () => () => {
      // The address is that of the next screen already.
      if (`${location.pathname}/`.startsWith(`${paths.page}/`)) return
      analyses.clear()
      plannings.clear()
    },
    [paths.page],
  )
  const open = (href: string) => {
    if (location.pathname + location.search !== href) navigate(href)
  }
  return {
    recommendations,
    plans,
    report,
    analysed: analysis.result?.of === survey.id ? analysis.result : undefined,
    isAnalysing: analysis.running === survey.id,
    analyse: async () => {
      const isMade = await analyses.run(survey.id, async (language, signal) => {
        const figures = await cache.load(getReport, { id: survey.id })
        return generateRecommendations(figures, survey, language, signal)
      })
      if (isMade) open(paths.review)
    },
    planned: planning.result,
    planning: planning.running,
    plan: async recommendation => {
      const isMade = await plannings.run(recommendation.id, (language, signal) =>
        generatePlan(recommendation, survey, language, signal),
      )
      if (isMade) open(paths.addPlan(recommendation.id))
    },
  }
}

/** The header and the tabs of the survey's page, of which these screens are one. */
export const AnalysisHeader = ({ text, actions }: { text?: ReactNode; actions?: ReactNode }) => {
  const t = useT()
  const survey = useSurvey()
  const { base, isInReach } = useScreenContext()
  const view = `${base}/${encodeURIComponent(survey.id)}`
  const hasHistory = useCan("audit")
  useTitle(joinTexts(t("analysis.many"), survey.title))
  return (
    <>
      <PageHeader title={survey.title} trail={[{ label: t("survey.many"), href: base }]} text={text} actions={actions} />
      {isInReach(survey) && (
        <LinkTabs
          label={t("survey.parts")}
          tabs={[
            { label: t("survey.part.overview"), href: view, current: false },
            { label: t("survey.part.report"), href: `${view}?tab=report`, current: false },
            { label: t("survey.part.recommendations"), href: analysisPaths(base, survey.id).page, current: true },
            ...(hasHistory ? [{ label: t("history.history"), href: `${view}?tab=history`, current: false }] : []),
          ]}
        />
      )}
    </>
  )
}

const Shared = ({ Content }: { Content: ComponentType }) => {
  const analysis = useSharedAnalysis()
  const { recommendations, plan, analyse } = analysis
  const from = new URLSearchParams(useSearch()).get("from")
  const source = recommendations.entries?.find(({ id }) => id === from)
  const generation = { retry: () => (source ? plan(source) : analyse()) }
  return (
    <AnalysisContext value={analysis}>
      <GenerationContext value={generation}>
        <Content />
      </GenerationContext>
    </AnalysisContext>
  )
}

/** Returns a screen of a survey's recommendations and plans, once survey and texts are loaded and it is the person's to see. */
export const analysisScreen = (Content: ComponentType) =>
  function AnalysisScreen() {
    const t = useT()
    const screen = useScreenContext()
    const { base, id = "" } = screen
    const entry = useQuery(getSurvey, id)
    const texts = useTexts("analysis")
    const survey = entry.data?.record
    const context = useMemo(
      () => ({
        ...screen,
        trail: [
          { label: t("survey.many"), href: base },
          ...(survey ? [{ label: survey.title, href: `${base}/${encodeURIComponent(survey.id)}` }] : []),
        ],
      }),
      [screen, survey, base, t],
    )
    if (!survey) return <RecordPlaceholder texts={surveys.texts} entry={entry} />
    if (!texts.isLoaded)
      return texts.error === undefined ? (
        <Waiting />
      ) : (
        <ErrorPanel title={t("auth.textFailed")} error={texts.error} onRetry={texts.reload} isPage />
      )
    return (
      <ScreenContext value={context}>
        <SurveyContext value={survey}>
          {screen.isInReach(survey) ? (
            <Shared Content={Content} />
          ) : (
            <>
              <AnalysisHeader />
              <Empty icon="lock" title={t("analysis.ownerOnly")} text={t("analysis.ownerOnlyText")} />
            </>
          )}
        </SurveyContext>
      </ScreenContext>
    )
  }
