import { useId } from "react"
import type { ActionPlan } from "../../../../contract/surveys/action-plans"
import { currentDay } from "../../../../state/current-day"
import { Checkbox } from "../../../../ui/controls/checkbox"
import { Badge } from "../../../../ui/display/badge"
import { Facts } from "../../../../ui/display/facts"
import { Link } from "../../../../ui/display/link"
import { Progress } from "../../../../ui/display/progress"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { Menu, type MenuItem } from "../../../../ui/overlays/menu"
import { planStatusText, planTones, sourceText } from "../texts"
import { isDueSoon, statusOn } from "./plan-state"

/** The due day; a plan that is due soon or overdue is marked in words. */
export const DueDay = ({ plan }: { plan: ActionPlan }) => {
  const t = useT()
  const format = useFormat()
  if (!plan.dueDate) return null
  const isLate = statusOn(plan, currentDay()) === "overdue"
  const mark = isLate ? t("analysis.overdue") : isDueSoon(plan, currentDay()) ? t("analysis.dueSoon") : ""
  if (!mark) return format.date(plan.dueDate)
  return (
    <Badge tone={isLate ? "danger" : "warning"}>
      {format.date(plan.dueDate)} · {mark}
    </Badge>
  )
}

type PlanCardProps = {
  plan: ActionPlan
  /** Absent for those who may only read. */
  onTask?: (taskId: string, isDone: boolean) => void
  menu?: MenuItem[]
  /** Link to the recommendation that the plan was made from. */
  recommendationHref?: string
}

/** An action plan: status, source, progress, tasks that are completed in place, owner and due day. */
export const PlanCard = ({ plan, onTask, menu, recommendationHref }: PlanCardProps) => {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const status = statusOn(plan, currentDay())
  const done = plan.tasks.filter(({ completed }) => completed).length
  const source = plan.recommendationId ? t("analysis.source.recommendation") : sourceText(plan.source, t)
  const progress = plan.tasks.length ? t("analysis.tasksDone", { done, count: plan.tasks.length }) : format.percent(plan.progress)
  return (
    <article className="card" aria-labelledby={id} data-plan={plan.id}>
      <div className="card__body">
        <div className="row row-between">
          <Badge tone={planTones[status]}>{planStatusText(status, t)}</Badge>
          {menu && menu.length > 0 && <Menu label={t("ui.actionsOf", { title: plan.title })} items={menu} />}
        </div>
        <div>
          <h3 id={id}>{plan.title}</h3>
          <p className="subtle small">
            {recommendationHref ? (
              <Link className="link" href={recommendationHref}>
                {source}
              </Link>
            ) : (
              source
            )}
            {plan.recommendationId !== null && plan.fromAi && ` · ${t("analysis.source.ai")}`}
            {plan.createdDate && ` · ${format.date(plan.createdDate)}`}
          </p>
        </div>
        <div className="stack-sm">
          <div className="row row-between small">
            <span className="muted">{t("analysis.progress")}</span>
            <b className="tabular">{progress}</b>
          </div>
          <Progress
            value={plan.tasks.length ? done / plan.tasks.length : plan.progress / 100}
            label={t("analysis.progressOf", { title: plan.title })}
          />
        </div>
        {plan.tasks.length > 0 && (
          <fieldset className="stack-sm">
            <legend className="sr-only">{t("analysis.tasksOf", { title: plan.title })}</legend>
            {plan.tasks.map(task => (
              <span key={task.id} data-task={task.id}>
                <Checkbox
                  label={task.name}
                  value={task.completed}
                  disabled={!onTask}
                  onChange={isDone => onTask?.(task.id, isDone)}
                />
              </span>
            ))}
          </fieldset>
        )}
        <Facts
          items={[
            [t("analysis.owner"), plan.owner],
            [t("analysis.due"), plan.dueDate && <DueDay plan={plan} />],
          ]}
        />
      </div>
    </article>
  )
}
