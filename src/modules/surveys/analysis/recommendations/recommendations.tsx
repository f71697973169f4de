import { type ReactNode, useMemo, useState } from "react"
import { useLocation, useSearch } from "wouter"
import { fewAnswers, type Recommendation } from "../../../../contract/surveys/recommendations"
import type { Survey } from "../../../../contract/surveys/surveys"
import { joinTexts } from "../../../../core/text/join-texts"
import { cache } from "../../../../state/instances"
import { Button, LinkButton } from "../../../../ui/controls/button"
import { Alert } from "../../../../ui/display/alert"
import { Card } from "../../../../ui/display/card"
import { ReadOnlyNote } from "../../../../ui/display/owner-mark"
import { Spinner } from "../../../../ui/display/spinner"
import { LinkTabs } from "../../../../ui/display/tabs"
import { ScreenContext, useScreenContext } from "../../../../ui/hooks/screen-context"
import { useCan } from "../../../../ui/hooks/use-can"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useMainFocus } from "../../../../ui/hooks/use-main-focus"
import { useQuery } from "../../../../ui/hooks/use-query"
import { useT } from "../../../../ui/hooks/use-t"
import { useTexts } from "../../../../ui/hooks/use-texts"
import { useTitle } from "../../../../ui/hooks/use-title"
import { QueryPlaceholder } from "../../../../ui/pages/loading/query-placeholder"
import { PageHeader } from "../../../../ui/pages/page-header"
import { RecordPlaceholder } from "../../../../ui/pages/record/record-placeholder"
import { Empty } from "../../../../ui/placeholders/empty"
import { ErrorPanel } from "../../../../ui/placeholders/error-panel"
import { Waiting } from "../../../../ui/placeholders/waiting"
import { getReport, getSurvey, planList, recommendationList } from "../../api"
import { generatePlan } from "../../generation/plans"
import { generateRecommendations } from "../../generation/recommendations"
import { surveys } from "../../resource"
import { LoadedEntries } from "../loaded-entries"
import { type GeneratedPlan, PlanForm } from "../plans/plan-form"
import { Plans } from "../plans/plans"
import { GenerationContext, SurveyContext, useSurvey } from "../survey-context"
import { useEntries } from "../use-entries"
import { useGeneration } from "../use-generation"
import { type Links, RecommendationCards } from "./recommendation-cards"
import { type Analysed, RecommendationForm, ReviewForm } from "./recommendation-forms"

const useReport = (survey: Pick<Survey, "id">) => useQuery(getReport, { id: survey.id })

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

/** What the number of answers means for an analysis; nothing for enough of them. */
const AnswersNote = ({ count }: { count: number | undefined }) => {
  const t = useT()
  if (count === undefined || count >= fewAnswers) return null
  return count === 0 ? (
    <Alert tone="info" title={t("analysis.noAnswers")} text={t("analysis.noAnswersText")} />
  ) : (
    <Alert tone="warning" title={t("analysis.few", { count })} text={t("analysis.fewText")} />
  )
}

const Content = () => {
  const t = useT()
  const format = useFormat()
  const survey = useSurvey()
  const { base, mayChange } = useScreenContext()
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(useSearch())
  const report = useReport(survey)
  const list = useEntries(recommendationList, survey.id)
  const plans = useEntries(planList, survey.id)
  const analysis = useGeneration<Analysed>()
  const planning = useGeneration<GeneratedPlan>()
  const isChangeable = mayChange(survey)
  const form = isChangeable ? params.get("form") : null
  const isPlans = params.get("tab") === "plans"
  useMainFocus(`${form} ${params.get("id")}`)
  useTitle(joinTexts(t("analysis.many"), survey.title))

  const links: Links = {
    page: path,
    plans: `${path}?tab=plans`,
    form: (name, more = {}) => `${path}?${new URLSearchParams({ form: name, ...more })}`,
  }
  const view = `${base}/${encodeURIComponent(survey.id)}`

  const analyse = async () => {
    const isMade = await analysis.run("analysis", async (language, signal) => {
      const figures = await cache.load(getReport, { id: survey.id })
      return generateRecommendations(figures, survey, language, signal)
    })
    if (isMade && form !== "analysis") navigate(links.form("analysis"))
  }
  const plan = async (recommendation: Recommendation) => {
    const isMade = await planning.run(recommendation.id, (language, signal) =>
      generatePlan(recommendation, survey, language, signal),
    )
    if (isMade && form !== "plan") navigate(links.form("plan", { from: recommendation.id }))
  }

  const from = list.entries?.find(({ id }) => id === params.get("from"))
  const generation = {
    retry: () => {
      if (form === "plan" && from) plan(from)
      else analyse()
    },
  }
  const running = (
    <>
      {analysis.running !== undefined && <Running title={t("analysis.analysing")} onStop={analysis.stop} />}
      {planning.running !== undefined && <Running title={t("analysis.planning")} onStop={planning.stop} />}
    </>
  )

  if (form) {
    const isPlanForm = form === "plan"
    const entries = isPlanForm ? plans : list
    const id = params.get("id")
    const toPage = { label: t("analysis.many"), href: links.page }
    const toPlans = { label: t("analysis.plans"), href: links.plans }
    if (!list.entries || !plans.entries)
      return <QueryPlaceholder entry={list.entries ? plans : list} failed={t("analysis.loadFailed")} isPage />
    const isGone = id !== null && !entries.entries?.some(entry => entry.id === id)
    return (
      <GenerationContext value={generation}>
        {running}
        <StoredEntry key={`${form} ${id}`} isGone={isGone} back={isPlanForm ? toPlans : toPage}>
          {form === "analysis" && (
            <ReviewForm
              key={analysis.result?.number}
              list={list}
              analysed={analysis.result?.value}
              report={report.data}
              back={toPage}
            />
          )}
          {form === "recommendation" && (
            <RecommendationForm
              list={list}
              stored={list.entries.find(entry => entry.id === id)}
              report={report.data}
              back={toPage}
            />
          )}
          {isPlanForm && (
            <PlanForm
              key={planning.result?.number}
              list={plans}
              stored={plans.entries.find(entry => entry.id === id)}
              recommendation={from}
              generated={planning.result && planning.result.of === from?.id ? planning.result.value : undefined}
              back={toPlans}
            />
          )}
        </StoredEntry>
      </GenerationContext>
    )
  }

  const days = report.data?.series.map(({ date }) => date) ?? []
  const count = report.data?.responseCount
  const hasEntries = Boolean(list.entries?.length)
  return (
    <>
      <Header
        text={
          count ? joinTexts(t("analysis.basedOn", { count }), days.length > 0 && format.period(days[0], days.at(-1))) : undefined
        }
        actions={
          isChangeable && (
            <>
              <LinkButton icon="plus" href={links.form("recommendation")}>
                {t("analysis.new")}
              </LinkButton>
              <Button
                icon={hasEntries ? "refresh" : "spark"}
                tone={hasEntries || isPlans ? undefined : "primary"}
                busy={analysis.running !== undefined}
                onClick={analyse}
              >
                {t(hasEntries ? "analysis.analyseAgain" : "analysis.analyse")}
              </Button>
            </>
          )
        }
      />
      <ReadOnlyNote record={survey} />
      <LinkTabs
        label={t("analysis.parts")}
        tabs={[
          { label: t("analysis.many"), href: links.page, current: !isPlans, count: list.entries?.length },
          { label: t("analysis.plans"), href: links.plans, current: isPlans, count: plans.entries?.length },
        ]}
      />
      {running}
      {isPlans ? (
        <LoadedEntries list={plans}>
          {() => <Plans list={plans} recommendations={list.entries} newHref={links.form("plan")} />}
        </LoadedEntries>
      ) : (
        <>
          {isChangeable && <AnswersNote count={count} />}
          <LoadedEntries list={list}>
            {entries =>
              entries.length || plans.entries?.length ? (
                <RecommendationCards
                  list={list}
                  plans={plans}
                  links={links}
                  view={view}
                  planning={planning.running}
                  onPlan={plan}
                />
              ) : (
                <Card label={t("analysis.many")}>
                  <Empty
                    tone="accent"
                    icon="bulb"
                    title={t("analysis.emptyTitle")}
                    text={t(isChangeable ? "analysis.emptyText" : "analysis.emptyReadText")}
                  />
                </Card>
              )
            }
          </LoadedEntries>
        </>
      )}
    </>
  )
}

/** A form that stays while it is open, whether its entry is still in the list or not; or a notice that the entry of the address is deleted. */
const StoredEntry = ({
  isGone,
  back,
  children,
}: {
  isGone: boolean
  back: { label: string; href: string }
  children: ReactNode
}) => {
  const t = useT()
  const [wasGone] = useState(isGone)
  if (!wasGone) return children
  return (
    <Empty
      isPage
      icon="file"
      title={t("analysis.gone")}
      text={t("analysis.goneText")}
      actions={[{ label: t("ui.backTo", { place: back.label }), icon: "arrow-left", href: back.href }]}
    />
  )
}

/** The header and the tabs of the survey's page, of which this page is one. */
const Header = ({ text, actions }: { text?: ReactNode; actions?: ReactNode }) => {
  const t = useT()
  const survey = useSurvey()
  const { base, isInReach } = useScreenContext()
  const [path] = useLocation()
  const view = `${base}/${encodeURIComponent(survey.id)}`
  const hasHistory = useCan("audit")
  return (
    <>
      <PageHeader title={survey.title} trail={[{ label: t("survey.many"), href: base }]} text={text} actions={actions} />
      {isInReach(survey) && (
        <LinkTabs
          label={t("survey.parts")}
          tabs={[
            { label: t("survey.part.overview"), href: view, current: false },
            { label: t("survey.part.report"), href: `${view}?tab=report`, current: false },
            { label: t("survey.part.recommendations"), href: path, current: true },
            ...(hasHistory ? [{ label: t("history.history"), href: `${view}?tab=history`, current: false }] : []),
          ]}
        />
      )}
    </>
  )
}

/** The recommendations and action plans of a survey (docs/console.md#recommendations-and-plans). */
export const Recommendations = () => {
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
        {!screen.isInReach(survey) ? (
          <>
            <Header />
            <Empty icon="lock" title={t("analysis.ownerOnly")} text={t("analysis.ownerOnlyText")} />
          </>
        ) : (
          <Content />
        )}
      </SurveyContext>
    </ScreenContext>
  )
}
