import { maxLength, type Rules, required } from "../core/rules"

/** Action plans of a survey (docs/contract.md#action-plans). */

/** Names on the wire. Stored is `planned`, `inProgress` or `done`; `overdue` is derived. */
export const planStatuses = ["planned", "inProgress", "done", "overdue"] as const
export type PlanStatus = (typeof planStatuses)[number]

export const planSources = ["recommendation", "ai", "template", "manual"] as const
export type PlanSource = (typeof planSources)[number]

export type PlanTask = { id: string; name: string; completed: boolean }

export type ActionPlan = {
  id: string
  title: string
  /** What the plan was made from. */
  source: PlanSource
  /** *ext.* The recommendation that it was made from. */
  recommendationId: string | null
  /** `planned` when made; derived from tasks and due date when read. */
  status: PlanStatus
  /** A day, `YYYY-MM-DD`. */
  dueDate: string
  /** Free text; the HR department by default. */
  owner: string
  /** Percent of completed tasks, rounded. Computed. */
  progress: number
  tasks: PlanTask[]
  fromAi: boolean
  createdDate: string | null
}

/** Days until a new plan is due. */
export const planDueDays = 14
export const maxPlans = 50
export const maxTasks = 50

/** Returns the percentage of completed tasks, rounded; 0 without tasks. */
export const progressOf = (tasks: readonly Pick<PlanTask, "completed">[]): number =>
  tasks.length ? Math.round((100 * tasks.filter(task => task.completed).length) / tasks.length) : 0

/**
 * Returns the status of a plan: done when every task is, overdue after the due day, in progress when a task is done, else
 * planned.
 * @param today `YYYY-MM-DD`
 */
export const planStatusOf = ({ tasks, dueDate }: Pick<ActionPlan, "tasks" | "dueDate">, today: string): PlanStatus => {
  const progress = progressOf(tasks)
  if (tasks.length && tasks.every(task => task.completed)) return "done"
  if (dueDate && dueDate < today) return "overdue"
  return progress > 0 ? "inProgress" : "planned"
}

export const planRules: Rules<ActionPlan> = {
  title: [required("plan.titleRequired"), maxLength(200)],
  owner: maxLength(100),
  dueDate: required("plan.dueRequired"),
  tasks: ({ tasks }) => (tasks.some(task => task.name.trim()) ? undefined : "plan.tasksRequired"),
}
