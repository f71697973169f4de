import { addDays, type Day, isDay } from "../../core/dates/dates"
import * as field from "../../core/fields"
import { isRecord } from "../../core/is-record"
import { type Named, readName } from "../../core/named"
import { type Message, type Rules, validateEach } from "../../core/rules"
import { entriesOf, textOf, withDefaults } from "../record"

/** Action plans of a survey (docs/contract.md#action-plans). */

/** Names on the wire. Derived from tasks and due day, never stored. */
export const planStatuses = ["planned", "inProgress", "done", "overdue"] as const
export type PlanStatus = (typeof planStatuses)[number]

export const planSources = ["recommendation", "ai", "template", "manual"] as const
type PlanSource = (typeof planSources)[number]

export type PlanTask = { id: string; name: string; completed: boolean }

export type ActionPlan = {
  id: string
  title: string
  /** What the plan was made from. */
  source: Named<PlanSource>
  /** *ext.* The recommendation that it was made from. */
  recommendationId: string | null
  /** `planned` when made; derived from tasks and due date when read. */
  status: PlanStatus
  /** A day, `YYYY-MM-DD`. */
  dueDate: Day
  /** *ext.* The person who is responsible; null for the text of `owner` alone. */
  ownerId: string | null
  /** The name of that person; else free text, the HR department by default. */
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
export const planStatusOf = ({ tasks, dueDate }: Pick<ActionPlan, "tasks" | "dueDate">, today: Day): PlanStatus => {
  if (tasks.length && tasks.every(task => task.completed)) return "done"
  if (dueDate && dueDate < today) return "overdue"
  return tasks.some(task => task.completed) ? "inProgress" : "planned"
}

/** Returns a plan to be filled in, due in two weeks. @param owner the HR department's name @param today `YYYY-MM-DD` */
export const blankPlan = (owner: string, today: Day): ActionPlan => ({
  id: "",
  title: "",
  source: "manual",
  recommendationId: null,
  status: "planned",
  dueDate: addDays(today, planDueDays),
  ownerId: null,
  owner,
  progress: 0,
  tasks: [],
  fromAi: false,
  createdDate: null,
})

/** Days before its due day from which an unfinished plan is marked as due soon. */
export const dueSoonDays = 3

/** The members that have a rule. */
type PlanContent = Pick<ActionPlan, "title" | "dueDate" | "owner" | "tasks">

/** The members that a person writes. `ownerId` is "" for nobody. */
export type PlanDraft = PlanContent & { ownerId: string }

export const planFields = {
  title: field.text(200, "plan.titleRequired"),
  dueDate: field.dayAt("plan.dueRequired"),
  ownerId: field.id("user"),
  owner: field.text(100),
  tasks: field.special<PlanTask[]>([]),
}

export const planRules: Rules<PlanDraft> = field.rulesOf(planFields, {
  tasks: ({ tasks }) => {
    if (!tasks.some(task => task.name.trim())) return "plan.tasksRequired"
    if (tasks.length > maxTasks) return { key: "rule.tooMany", params: { limit: maxTasks } }
    const limit = 200
    return tasks.some(task => task.name.trim().length > limit) ? { key: "rule.maxLength", params: { limit } } : undefined
  },
})

const checked = <P extends PlanContent>(plan: P) => ({ ...plan, ownerId: "" })

/** Returns the errors of a list by path, such as `plans.0.dueDate`. @param stored the stored plans */
export const planErrors = (plans: readonly PlanContent[], stored?: readonly PlanContent[]): Record<string, Message> => ({
  ...(plans.length > maxPlans && { plans: { key: "rule.tooMany", params: { limit: maxPlans } } as const }),
  ...validateEach("plans", planRules, plans.map(checked), stored?.map(checked)),
})

const taskOf = (raw: Record<string, unknown>, position: number): PlanTask => ({
  ...raw,
  id: textOf(raw.id) || String(position + 1),
  name: textOf(raw.name),
  completed: raw.completed === true,
})

const withPlanDefaults = withDefaults<ActionPlan>(blankPlan("", "2000-01-01"), {})

/** Returns the day that a text begins with, "" for none. */
const dayOf = (value: unknown): Day => (typeof value === "string" && isDay(value.slice(0, 10)) ? value.slice(0, 10) : "")

/**
 * Reads the action plans of a survey from the wire: the answer's value, or its list. An entry that is no object is left out; a
 * plan or a task without an id has its position as id. Progress and status are computed; unknown members stay as they came.
 * @param today `YYYY-MM-DD`
 */
export const plansOf = (value: unknown, today: Day): ActionPlan[] =>
  entriesOf(isRecord(value) ? value.plans : value, (raw, position) => {
    const plan = withPlanDefaults(raw)
    const tasks = entriesOf(plan.tasks, taskOf)
    const dueDate = dayOf(raw.dueDate)
    return {
      ...plan,
      id: textOf(raw.id) || String(position + 1),
      title: textOf(raw.title),
      source: readName(planSources, raw.source, "manual"),
      recommendationId: textOf(raw.recommendationId) || null,
      ownerId: textOf(raw.ownerId) || null,
      owner: textOf(raw.owner),
      tasks,
      dueDate,
      progress: progressOf(tasks),
      status: planStatusOf({ tasks, dueDate }, today),
      fromAi: plan.fromAi === true,
    }
  })
