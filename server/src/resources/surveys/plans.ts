import { randomUUID } from "node:crypto"
import { and, eq, inArray, type SQL } from "drizzle-orm"
import { z } from "zod"
import {
  type ActionPlan,
  planErrors,
  planSources,
  planStatuses,
  planStatusOf,
  progressOf,
} from "../../../../src/contract/surveys/action-plans"
import { reachOf } from "../../auth/policy"
import type { Database } from "../../db/open"
import { fullName, users } from "../../db/schema"
import { booleanOr, idOrNull, listOf, trimmed } from "../../http/body"
import { isUuid } from "../../http/request"
import { instant, named, id as recordId } from "../../kinds/answer-shape"
import { companyGroupOf, targetMessages, targets } from "../../kinds/references"
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
  ownerId: idOrNull,
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
  ownerId: recordId.nullable(),
  owner: text,
  progress: total,
  tasks: z.array(z.object({ id: text, name: text, completed: z.boolean() })),
  fromAi: z.boolean(),
  createdDate: instant.nullable(),
}) satisfies z.ZodType<ActionPlan>

type Given = z.infer<typeof plan>
/** With an owner's id, without that person's name: it is read with the plan, so that it ends with the person's data. */
type StoredPlan = Omit<ActionPlan, "status" | "progress" | "ownerId"> & { ownerId?: string | null }

/** Tasks with ids that no other task of the plan has. */
const withIds = (tasks: Given["tasks"]) => {
  const taken = new Set<string>()
  return tasks.map(({ id, name, completed }) => {
    const own = id && !taken.has(id) ? id : randomUUID()
    taken.add(own)
    return { id: own, name, completed }
  })
}

const storedOf = ({ tasks, ownerId, owner, ...given }: Given, id: string, createdDate: string | null): StoredPlan => ({
  ...given,
  ...(ownerId ? { ownerId, owner: "" } : { owner }),
  id,
  tasks: withIds(tasks),
  createdDate,
})

/** Progress and status are computed when a plan is read. */
const planOf = (stored: StoredPlan, today: string): ActionPlan => ({
  ...stored,
  ownerId: stored.ownerId ?? null,
  progress: progressOf(stored.tasks),
  status: planStatusOf(stored, today),
})

/** The people who are named as owners, by id. */
const ownersOf = (plans: readonly { ownerId?: string | null | undefined }[]) => [
  ...new Set(plans.flatMap(({ ownerId }) => (ownerId ? [ownerId] : []))),
]

/** The names of people by id, those who have left included. @param where who of them */
const namesOf = async (db: Database, ids: string[], where?: SQL) => {
  const asked = and(inArray(users.id, ids.filter(isUuid)), where)
  const found = await db.select({ id: users.id, name: fullName }).from(users).where(asked)
  return new Map(found.map(({ id, name }) => [id, name]))
}

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
  /** An added owner is an active person of the survey's company or its subsidiaries; of the platform's survey, of any company. */
  referenceErrors: async (tx, actor, { tenantId }, entries, stored) => {
    const kept = new Set(ownersOf(stored))
    const added = ownersOf(entries).filter(ownerId => !kept.has(ownerId))
    if (!added.length) return {}
    const reach = tenantId === null ? reachOf(actor) : await companyGroupOf(tx, tenantId)
    const isOffered = and(eq(users.status, 1), targets.user.isKnown({ actor, reach }))
    const found = await namesOf(tx, added, isOffered)
    return Object.fromEntries(
      entries.flatMap(({ ownerId }, at) =>
        ownerId && !kept.has(ownerId) && !found.has(ownerId) ? [[`plans.${at}.ownerId`, targetMessages.user]] : [],
      ),
    )
  },
  complete: async (db, stored) => {
    const ids = ownersOf(stored)
    if (!ids.length) return stored
    const names = await namesOf(db, ids)
    return stored.map(plan => {
      if (!plan.ownerId) return plan
      const owner = names.get(plan.ownerId)
      return owner === undefined ? { ...plan, ownerId: null } : { ...plan, owner }
    })
  },
  toStored: (given, { id, before, now }): StoredPlan => storedOf(given, id, before?.createdDate ?? now.toISOString()),
  present: planOf,
})
