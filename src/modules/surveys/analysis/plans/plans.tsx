import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import type { ActionPlan } from "../../../../contract/surveys/action-plans"
import type { Recommendation } from "../../../../contract/surveys/recommendations"
import { currentDay } from "../../../../state/current-day"
import { notifySuccess } from "../../../../state/notifications"
import { setLayout, settings } from "../../../../state/settings"
import { Button, LinkButton } from "../../../../ui/controls/button"
import { Segmented } from "../../../../ui/controls/segmented"
import { Badge } from "../../../../ui/display/badge"
import { Card } from "../../../../ui/display/card"
import { Link } from "../../../../ui/display/link"
import { useScreenContext } from "../../../../ui/hooks/screen-context"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { type Column, Table } from "../../../../ui/lists/table"
import { Menu, type MenuItem } from "../../../../ui/overlays/menu"
import { Empty } from "../../../../ui/placeholders/empty"
import { useAnalysisPaths } from "../analysis-screen"
import { useSurvey } from "../survey-context"
import { planStatusText, planTones, sourceText } from "../texts"
import type { Entries } from "../use-entries"
import { hashOf } from "../use-hash-target"
import { completeTask, removeEntry } from "./plan-actions"
import { DueDay, PlanCard } from "./plan-card"
import { downloadPlans } from "./plan-file"
import { PlanPrint } from "./plan-print"
import { byDueDay, columns, statusOn } from "./plan-state"

const layoutName = "surveyPlans"

const Board = ({ plans, card }: { plans: readonly ActionPlan[]; card: (plan: ActionPlan) => ReactNode }) => {
  const t = useT()
  const format = useFormat()
  const day = currentDay()
  return (
    <div className="plan-board">
      {columns.map(status => {
        const inColumn = plans.filter(plan => statusOn(plan, day) === status)
        return (
          <section key={status} aria-labelledby={`plans-${status}`} className="stack-sm">
            <h2 id={`plans-${status}`} className="row">
              <Badge tone={planTones[status]}>{planStatusText(status, t)}</Badge>
              <span className="subtle small tabular">{format.number(inColumn.length)}</span>
            </h2>
            {inColumn.length ? inColumn.map(card) : <p className="subtle small">{t("analysis.noneInColumn")}</p>}
          </section>
        )
      })}
    </div>
  )
}

const listColumns: Column<ActionPlan>[] = [
  {
    key: "title",
    label: "analysis.plan",
    isMain: true,
    text: plan => plan.title,
    cell: plan => <PlanName plan={plan} />,
  },
  {
    key: "status",
    label: "analysis.status",
    size: "sm",
    rank: 0,
    text: (plan, { t }) => planStatusText(statusOn(plan, currentDay()), t),
    cell: (plan, { t }) => (
      <Badge tone={planTones[statusOn(plan, currentDay())]}>{planStatusText(statusOn(plan, currentDay()), t)}</Badge>
    ),
  },
  { key: "due", label: "analysis.due", rank: 0, text: plan => plan.dueDate, cell: plan => <DueDay plan={plan} /> },
  {
    key: "progress",
    label: "analysis.progress",
    size: "sm",
    rank: 1,
    align: "end",
    text: (plan, { format }) => format.percent(plan.progress),
  },
  { key: "owner", label: "analysis.owner", rank: 1, text: plan => plan.owner },
  { key: "source", label: "analysis.sourceLabel", size: "sm", text: (plan, { t }) => sourceText(plan.source, t) },
]

const PlanName = ({ plan }: { plan: ActionPlan }) => {
  const { mayChange } = useScreenContext()
  const { editPlan } = useAnalysisPaths()
  if (!mayChange(useSurvey())) return plan.title
  return <Link href={editPlan(plan.id)}>{plan.title}</Link>
}

/** Returns the menu of a plan, for those who may change it, and its card. */
export const usePlanCard = (list: Entries<ActionPlan>, recommendations: readonly Recommendation[] | undefined) => {
  const t = useT()
  const { mayChange } = useScreenContext()
  const paths = useAnalysisPaths()
  const isChangeable = mayChange(useSurvey())
  const [moved, setMoved] = useState("")
  /** The task whose plan was last moved: its checkbox keeps the focus in the other column. */
  const ticked = useRef<{ planId: string; taskId: string }>(undefined)
  useLayoutEffect(() => {
    const { planId, taskId } = ticked.current ?? {}
    if (!planId || document.activeElement !== document.body) return
    const card = [...document.querySelectorAll<HTMLElement>("[data-plan]")].find(({ dataset }) => dataset.plan === planId)
    const task = [...(card?.querySelectorAll<HTMLElement>("[data-task]") ?? [])].find(({ dataset }) => dataset.task === taskId)
    task?.querySelector("input")?.focus()
  })

  const menuOf = (plan: ActionPlan): MenuItem[] =>
    isChangeable
      ? [
          { label: t("ui.edit"), icon: "edit", href: paths.editPlan(plan.id) },
          {
            label: t("ui.remove"),
            icon: "trash",
            tone: "danger",
            run: () => {
              document.getElementById("plans")?.focus()
              removeEntry(list, plan, "analysis.planRemoved", "analysis.planSaveFailed")
            },
          },
        ]
      : []

  const onTask = (plan: ActionPlan) => (taskId: string, isDone: boolean) => {
    ticked.current = { planId: plan.id, taskId }
    const before = statusOn(plan, currentDay())
    const tasks = plan.tasks.map(task => (task.id === taskId ? { ...task, completed: isDone } : task))
    const after = statusOn({ ...plan, tasks }, currentDay())
    setMoved(after === before ? "" : t("analysis.planMoved", { title: plan.title, status: planStatusText(after, t) }))
    completeTask(list, plan.id, taskId, isDone)
  }

  const card = (plan: ActionPlan) => (
    <PlanCard
      key={plan.id}
      plan={plan}
      menu={menuOf(plan)}
      onTask={isChangeable ? onTask(plan) : undefined}
      recommendationHref={
        recommendations?.some(({ id }) => id === plan.recommendationId)
          ? paths.page + hashOf(`recommendation-${plan.recommendationId}`)
          : undefined
      }
    />
  )
  const liveText = (
    <p className="sr-only" role="status">
      {moved}
    </p>
  )
  return { card, menuOf, liveText }
}

/** The action plans of a survey as a board by status or as a list; printed and exported. */
export const Plans = ({
  list,
  recommendations,
}: {
  list: Entries<ActionPlan>
  recommendations: readonly Recommendation[] | undefined
}) => {
  const t = useT()
  const format = useFormat()
  const survey = useSurvey()
  const { may, mayChange } = useScreenContext()
  const { layout } = useSnapshot(settings)
  const newHref = useAnalysisPaths().addPlan()
  const [isPrinting, setPrinting] = useState(false)
  const { card, menuOf, liveText } = usePlanCard(list, recommendations)
  const plans = [...(list.entries ?? [])].sort(byDueDay)
  const isTable = layout[layoutName] === "table"
  const isChangeable = mayChange(survey)

  const exportPlans = () => {
    downloadPlans(survey.title, plans, { t, format })
    notifySuccess(t("ui.exported", { count: plans.length }))
  }

  if (!plans.length)
    return (
      <Card label={t("analysis.plans")}>
        <Empty
          tone="accent"
          icon="target"
          title={t("analysis.noPlans")}
          text={t(isChangeable ? "analysis.noPlansText" : "analysis.noPlansReadText")}
          actions={isChangeable ? [{ label: t("analysis.planNew"), icon: "plus", tone: "primary", href: newHref }] : undefined}
        />
      </Card>
    )
  return (
    <section className="stack" id="plans" tabIndex={-1} aria-label={t("analysis.plans")}>
      <div className="row row-between row-wrap">
        <Segmented
          label={t("analysis.layout")}
          value={isTable ? "table" : "grid"}
          onChange={value => setLayout(layoutName, value)}
          options={[
            { value: "grid", label: t("analysis.board"), icon: "grid" },
            { value: "table", label: t("analysis.list"), icon: "rows" },
          ]}
        />
        <div className="button-row">
          <Button icon="print" onClick={() => setPrinting(true)}>
            {t("analysis.print")}
          </Button>
          {may("export") && (
            <Button icon="download" onClick={exportPlans}>
              {t("analysis.exportCsv")}
            </Button>
          )}
          {isChangeable && (
            <LinkButton tone="primary" icon="plus" href={newHref}>
              {t("analysis.planNew")}
            </LinkButton>
          )}
        </div>
      </div>
      {isTable ? (
        <Card label={t("analysis.list")}>
          <Table
            caption={t("analysis.plans")}
            columns={listColumns}
            rows={plans}
            rowLabel={plan => plan.title}
            isLoading={false}
            skeletonRows={0}
            rowMenu={plan => isChangeable && <Menu label={t("ui.actionsOf", { title: plan.title })} items={menuOf(plan)} />}
          />
        </Card>
      ) : (
        <Board plans={plans} card={card} />
      )}
      {liveText}
      {isPrinting && <PlanPrint plans={plans} onDone={() => setPrinting(false)} />}
    </section>
  )
}
