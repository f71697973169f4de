import { useSnapshot } from "valtio"
import type { ActionPlan } from "../../../../contract/surveys/action-plans"
import { joinTexts } from "../../../../core/text/join-texts"
import { currentDay } from "../../../../state/current-day"
import { theme } from "../../../../state/theme"
import { Facts } from "../../../../ui/display/facts"
import { useFormat } from "../../../../ui/hooks/use-format"
import { useT } from "../../../../ui/hooks/use-t"
import { printed } from "../../../../ui/overlays/print-sheet"
import { useSurvey } from "../survey-context"
import { planStatusText } from "../texts"
import { statusOn } from "./plan-state"

const Plans = ({ plans }: { plans: readonly ActionPlan[] }) => {
  const t = useT()
  const format = useFormat()
  const survey = useSurvey()
  const { name } = useSnapshot(theme)
  return (
    <div className="stack plan-print">
      <p>{joinTexts(survey.tenantName || name, survey.title)}</p>
      <h1>{t("analysis.plans")}</h1>
      {plans.map(plan => (
        <section key={plan.id}>
          <h2>{plan.title}</h2>
          <Facts
            items={[
              [t("analysis.status"), planStatusText(statusOn(plan, currentDay()), t)],
              [t("analysis.progress"), format.percent(plan.progress)],
              [t("analysis.due"), format.date(plan.dueDate)],
              [t("analysis.owner"), plan.owner],
            ]}
          />
          <ul>
            {plan.tasks.map(task => (
              <li key={task.id}>
                {task.completed ? "☑" : "☐"} {task.name}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Prints action plans: due day, owner, status, and the tasks to tick off. */
export const PlanPrint = printed(Plans)
