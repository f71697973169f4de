import { randomUUID } from "node:crypto"
import { z } from "zod"
import {
  type ActionPlan,
  planErrors,
  planSources,
  planStatuses,
  planStatusOf,
  progressOf,
} from "../../../../src/contract/surveys/action-plans"
import { booleanOr, listOf, trimmed } from "../../http/body"
import { instant, named } from "../../kinds/answer-shape"
import { text, total } from "../../routes/schemas"
import { documentRoutes } from "./documents"

/** Action plans of a survey: the body of a list, and its calls (docs/contract.md#action-plans). */

const task = z.object({ id: z.string().max(100).optional(), name: trimmed(200), completed: booleanOr(false) })

const plan = z.object({
  id: z.string().max(100).optional(),
  title: trimmed(200),
  source: z
    .enum(planSources)
    .nullish()
    .transform(given => given ?? "manual"),
  recommendationId: z
    .string()
    .max(100)
    .nullish()
    .transform(given => given || null),
  dueDate: trimmed(10),
  owner: trimmed(100),
  tasks: listOf(task, 200).transform(tasks => tasks.filter(({ name }) => name)),
  fromAi: booleanOr(false),
})

const planValue = named("ActionPlan", {
  id: text,
  title: text,
  source: z.enum(planSources),
  recommendationId: text.nullable(),
  status: z.enum(planStatuses),
  dueDate: z.iso.date(),
  owner: text,
  progress: total,
  tasks: z.array(z.object({ id: text, name: text, completed: z.boolean() })),
  fromAi: z.boolean(),
  createdDate: instant.nullable(),
}) satisfies z.ZodType<ActionPlan>

type Given = z.infer<typeof plan>
type StoredPlan = Omit<ActionPlan, "status" | "progress">

/** Tasks with ids that no other task of the plan has. */
const withIds = (tasks: Given["tasks"]) => {
  const taken = new Set<string>()
  return tasks.map(({ id, name, completed }) => {
    const own = id && !taken.has(id) ? id : randomUUID()
    taken.add(own)
    return { id: own, name, completed }
  })
}

const storedOf = ({ tasks, ...given }: Given, id: string, createdDate: string | null): StoredPlan => ({
  ...given,
  id,
  tasks: withIds(tasks),
  createdDate,
})

/** Progress and status are computed when a plan is read. */
const planOf = (stored: StoredPlan, today: string): ActionPlan => ({
  ...stored,
  progress: progressOf(stored.tasks),
  status: planStatusOf(stored, today),
})

export const plans = documentRoutes({
  kind: "plans",
  path: "action-plans",
  reads: "Action plans of one survey, for who may change it; progress and status are computed",
  replaces: "Replace the action plans of one survey",
  body: z.object({ plans: z.array(plan).max(200) }),
  example: {
    plans: [{ title: "İkinci kasa", dueDate: "2026-04-01", owner: "İnsan Kaynakları", tasks: [{ name: "Kasayı kurun" }] }],
  },
  entry: planValue,
  errors: (entries, stored: StoredPlan[]) =>
    planErrors(
      entries.map(entry => storedOf(entry, entry.id ?? "", null)),
      stored,
    ),
  toStored: (given, { id, before, now }): StoredPlan => storedOf(given, id, before?.createdDate ?? now.toISOString()),
  present: planOf,
})
