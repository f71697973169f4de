import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { useLocation, useSearch } from "wouter"
import type { ActionPlan } from "../../../contract/action-plans"
import { fewAnswers, impacts, type Recommendation, recommendationStatuses } from "../../../contract/recommendations"
import type { Survey } from "../../../contract/surveys"
import { cache } from "../../../state/instances"
import { Button, LinkButton } from "../../../ui/controls/button"
import { Select } from "../../../ui/controls/select"
import { Alert } from "../../../ui/display/alert"
import { Card } from "../../../ui/display/card"
import { Empty } from "../../../ui/display/empty"
import { ErrorPanel } from "../../../ui/display/error-panel"
import { Spinner } from "../../../ui/display/spinner"
import { LinkTabs } from "../../../ui/display/tabs"
import { Waiting } from "../../../ui/display/waiting"
import { useFormat } from "../../../ui/hooks/use-format"
import { useMainFocus } from "../../../ui/hooks/use-main-focus"
import { useQuery } from "../../../ui/hooks/use-query"
import { useT } from "../../../ui/hooks/use-t"
import { useTexts } from "../../../ui/hooks/use-texts"
import { useTitle } from "../../../ui/hooks/use-title"
import { Menu } from "../../../ui/overlays/menu"
import { lazyScreen } from "../../../ui/pages/lazy-screen"
import { ReadOnlyNote } from "../../../ui/pages/owner-mark"
import { PageHeader } from "../../../ui/pages/page-header"
import { QueryPlaceholder } from "../../../ui/pages/query-placeholder"
import { RecordPlaceholder } from "../../../ui/pages/record-placeholder"
import { ScreenContext, useScreenContext } from "../../../ui/pages/screen-context"
import { getReport, getSurvey } from "../api"
import { surveys } from "../resource"
import { planList, recommendationList, today } from "./lists"
import { apply, offer, removeEntry } from "./plan-actions"
import type { GeneratedPlan } from "./plan-form"
import { byDueDay, statusOn } from "./plan-state"
import { Plans, usePlanCard } from "./plans"
import { RecommendationCard } from "./recommendation-card"
import type { Analysed } from "./recommendation-forms"
import { GenerationContext, SurveyContext, useSurvey } from "./survey-context"
import { decisionText, impactText } from "./texts"
import { adding, changing, type Entries, useEntries } from "./use-entries"
import { useGeneration } from "./use-generation"
import { useHashTarget } from "./use-hash-target"

const loadForms = () => import("./forms")
const ReviewForm = lazyScreen(loadForms, module => module.ReviewForm)
const RecommendationForm = lazyScreen(loadForms, module => module.RecommendationForm)
const PlanForm = lazyScreen(loadForms, module => module.PlanForm)

/** Open plans that stand beside the recommendations. */
const maxBeside = 2

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

/** What the browser kept while the server did not have the call; moved only when the person asks for it. */
const Leftover = <T extends { id: string }>({ list }: { list: Entries<T> }) => {
  const t = useT()
  if (!list.leftover.length) return null
  const move = async () => {
    if (await apply(list, adding(list.leftover), "analysis.saveFailed")) list.forgetLeftover()
  }
  return (
    <Alert
      tone="info"
      title={t("analysis.leftover", { count: list.leftover.length })}
      text={t("analysis.leftoverText")}
      actions={
        <Button size="sm" icon="upload" onClick={move}>
          {t("analysis.leftoverMove")}
        </Button>
      }
    />
  )
}

/** A list that is loaded, or what is shown in its place. */
const Loaded = <T extends { id: string }>({
  list,
  children,
}: {
  list: Entries<T>
  children: (entries: readonly T[]) => ReactNode
}) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const isChangeable = mayChange(useSurvey())
  if (!list.entries) return <QueryPlaceholder entry={list} failed={t("analysis.loadFailed")} />
  return (
    <>
      {list.isLocal && isChangeable && <Alert tone="warning" title={t("analysis.local")} text={t("analysis.localText")} />}
      {isChangeable && <Leftover list={list} />}
      {children(list.entries)}
    </>
  )
}

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

type Links = { page: string; plans: string; form: (name: string, params?: Record<string, string>) => string }

const List = ({
  list,
  plans,
  links,
  view,
  onPlan,
  planning,
}: {
  list: Entries<Recommendation>
  plans: Entries<ActionPlan>
  links: Links
  view: string
  onPlan: (recommendation: Recommendation) => void
  /** Id of the recommendation of which a plan is made now. */
  planning: string | undefined
}) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const isChangeable = mayChange(useSurvey())
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

  const open = [...(plans.entries ?? [])].filter(plan => statusOn(plan, today()) !== "done").sort(byDueDay)
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
      <span className="push-end">
        <Menu
          label={t("ui.actionsOf", { title: entry.title })}
          button={{ icon: "more" }}
          items={[
            { label: t("ui.edit"), icon: "edit", href: links.form("recommendation", { id: entry.id }) },
            {
              label: t("ui.remove"),
              icon: "trash",
              tone: "danger",
              run: () => {
                root.current?.focus()
                removeEntry(list, entry, "analysis.removed", "analysis.saveFailed")
              },
            },
          ]}
        />
      </span>
    </>
  )

  return (
    <div className={aside.length ? "cols" : "stack"}>
      <section className="stack" ref={root} tabIndex={-1} aria-label={t("analysis.many")}>
        {entries.length > 1 && <FilterBar filters={filters} onChange={setFilters} />}
        {entries.length > 0 && shown.length === 0 && (
          <Card label={t("ui.noMatch")}>
            <Empty
              tone="neutral"
              icon="search"
              title={t("ui.noMatch")}
              text={t("analysis.noMatchText")}
              actions={[{ label: t("ui.clearFilters"), run: () => setFilters({ status: "", impact: "" }) }]}
            />
          </Card>
        )}
        {shown.map(entry => (
          <RecommendationCard key={entry.id} recommendation={entry} view={view}>
            {isChangeable && footOf(entry)}
          </RecommendationCard>
        ))}
      </section>
      {aside.length > 0 && (
        <aside className="stack" id="plans" tabIndex={-1} aria-labelledby="plans-beside">
          <h2 id="plans-beside">{t("analysis.openPlans")}</h2>
          {aside.map(card)}
          {open.length > aside.length && (
            <LinkButton href={links.plans}>{t("analysis.allPlans", { count: plans.entries?.length ?? 0 })}</LinkButton>
          )}
          {liveText}
        </aside>
      )}
    </div>
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
  useTitle(`${t("analysis.many")} · ${survey.title}`)

  const links: Links = {
    page: path,
    plans: `${path}?tab=plans`,
    form: (name, more = {}) => `${path}?${new URLSearchParams({ form: name, ...more })}`,
  }
  const view = `${base}/${encodeURIComponent(survey.id)}`

  const analyse = async () => {
    const isMade = await analysis.run("analysis", async (language, signal) => {
      const [figures, { generateRecommendations }] = await Promise.all([
        cache.load(getReport, { id: survey.id }),
        import("./generation"),
      ])
      return generateRecommendations(figures, survey, language, signal)
    })
    if (isMade && form !== "analysis") navigate(links.form("analysis"))
  }
  const plan = async (recommendation: Recommendation) => {
    const isMade = await planning.run(recommendation.id, async (language, signal) => {
      const { generatePlan } = await import("./generation")
      return generatePlan(recommendation, survey, language, signal)
    })
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
          count
            ? [t("analysis.basedOn", { count }), days.length > 0 && format.period(days[0], days.at(-1))]
                .filter(Boolean)
                .join(" · ")
            : undefined
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
        <Loaded list={plans}>{() => <Plans list={plans} recommendations={list.entries} newHref={links.form("plan")} />}</Loaded>
      ) : (
        <>
          {isChangeable && <AnswersNote count={count} />}
          <Loaded list={list}>
            {entries =>
              entries.length || plans.entries?.length ? (
                <List list={list} plans={plans} links={links} view={view} planning={planning.running} onPlan={plan} />
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
          </Loaded>
        </>
      )}
    </>
  )
}

/** A form that stays while it is open, whether its entry is still in the list or not; or that the entry of the address is gone. */
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
      tone="neutral"
      icon="file"
      title={t("analysis.gone")}
      text={t("analysis.goneText")}
      actions={[{ label: t("ui.backTo", { place: back.label }), icon: "arrow-left", href: back.href }]}
    />
  )
}

const Header = ({ text, actions }: { text?: ReactNode; actions?: ReactNode }) => {
  const t = useT()
  const { trail } = useScreenContext()
  return <PageHeader title={t("analysis.many")} trail={trail} text={text} actions={actions} />
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
        { label: t("nav.surveys"), href: base },
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
            <Empty tone="neutral" icon="lock" title={t("analysis.ownerOnly")} text={t("analysis.ownerOnlyText")} />
          </>
        ) : (
          <Content />
        )}
      </SurveyContext>
    </ScreenContext>
  )
}
