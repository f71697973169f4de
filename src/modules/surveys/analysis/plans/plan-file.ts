import type { ActionPlan, PlanTask } from "../../../../contract/surveys/action-plans"
import { currentDay } from "../../../../state/current-day"
import type { CellContext } from "../../../../ui/lists/cell-context"
import { downloadValues } from "../../../../ui/lists/csv-file"
import { dateValues, type ExportValue, numberValue, textValue } from "../../../../ui/lists/export-values"
import { planStatusText, sourceText } from "../texts"
import { statusOn } from "./plan-state"

/** The file of action plans: a row for each task, and one for a plan without tasks (docs/console.md#recommendations-and-plans). */

type Row = { plan: ActionPlan; task?: PlanTask }

const values: ExportValue<Row>[] = [
  textValue("analysis.plan", ({ plan }) => plan.title),
  textValue("analysis.status", ({ plan }, { t }) => planStatusText(statusOn(plan, currentDay()), t)),
  numberValue("analysis.progressPercent", ({ plan }) => plan.progress),
  ...dateValues<Row>("analysis.due", ({ plan }) => plan.dueDate, false),
  textValue("analysis.owner", ({ plan }) => plan.owner),
  textValue("analysis.task", ({ task }) => task?.name ?? ""),
  textValue("analysis.completed", ({ task }, { t }) => (task ? t(task.completed ? "ui.yes" : "ui.no") : "")),
  textValue("analysis.sourceLabel", ({ plan }, { t }) => sourceText(plan.source, t)),
]

/** Downloads plans as CSV. @param title the survey's */
export const downloadPlans = (title: string, plans: readonly ActionPlan[], context: CellContext) => {
  const rows = plans.flatMap((plan): Row[] => (plan.tasks.length ? plan.tasks.map(task => ({ plan, task })) : [{ plan }]))
  downloadValues(`${title} ${context.t("analysis.plans")}`, values, rows, context)
}
