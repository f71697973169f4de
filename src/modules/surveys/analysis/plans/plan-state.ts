import {
  type ActionPlan,
  dueSoonDays,
  type PlanStatus,
  planStatuses,
  planStatusOf,
} from "../../../../contract/surveys/action-plans"
import { addDays, type Day } from "../../../../core/dates/dates"
import { knownName } from "../../../../core/named"

/** Columns of the board, in the order of the work. */
export const columns = ["planned", "inProgress", "overdue", "done"] as const satisfies readonly PlanStatus[]

/** Returns the status of a plan on a day; of a plan without tasks the one that the server gave, unless it is overdue. */
export const statusOn = (plan: ActionPlan, day: Day): PlanStatus => {
  const derived = planStatusOf(plan, day)
  return plan.tasks.length || derived === "overdue" ? derived : (knownName(planStatuses, plan.status) ?? derived)
}

/** Whether an unfinished plan is due within {@link dueSoonDays}. */
export const isDueSoon = (plan: ActionPlan, day: Day): boolean => {
  const status = statusOn(plan, day)
  return status !== "done" && status !== "overdue" && plan.dueDate !== "" && plan.dueDate <= addDays(day, dueSoonDays)
}

/** Orders plans by their due day; those without one are the last. */
export const byDueDay = (a: ActionPlan, b: ActionPlan): number => {
  const [first, second] = [a.dueDate || "9999", b.dueDate || "9999"]
  return first < second ? -1 : Number(first > second)
}
