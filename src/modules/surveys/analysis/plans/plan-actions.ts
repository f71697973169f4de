import { type ActionPlan, planStatusOf, progressOf } from "../../../../contract/surveys/action-plans"
import { KeyedError } from "../../../../core/http/errors"
import { isConflict } from "../../../../core/http/http-error"
import type { Key } from "../../../../core/text/i18n"
import { i18n } from "../../../../state/instances"
import { notifyFailure } from "../../../../state/notifications"
import { notify, undoDurationMs } from "../../../../state/toasts"
import { type Change, changing, type Entries, removing, restoring } from "../use-entries"

/** Saves a change that is shown already. A failure reverts it with a notice. @returns whether it was saved */
export const apply = async <T extends { id: string }>(
  list: Pick<Entries<T>, "change">,
  change: Change<T>,
  failure: Key,
): Promise<boolean> => {
  try {
    await list.change(change)
    return true
  } catch (error) {
    notifyFailure(isConflict(error) ? new KeyedError("analysis.outdated") : error, failure)
    return false
  }
}

/** Reports an action, and offers to take it back. */
export const offer = (title: string, text: string, run: () => void) =>
  notify({ tone: "success", title, text, alwaysShown: true, durationMs: undoDurationMs, action: { label: "ui.undo", run } })

/** Returns a plan with a task completed or not. */
const withTask = (plan: ActionPlan, taskId: string, isDone: boolean): ActionPlan | undefined => {
  const index = plan.tasks.findIndex(({ id }) => id === taskId)
  const task = plan.tasks[index]
  if (!task) return undefined
  if (task.completed === isDone) return plan
  const tasks = plan.tasks.with(index, { ...task, completed: isDone })
  return { ...plan, tasks, progress: progressOf(tasks), status: planStatusOf({ tasks, dueDate: "" }, "") }
}

export const completeTask = (list: Pick<Entries<ActionPlan>, "change">, planId: string, taskId: string, isDone: boolean) =>
  apply(
    list,
    changing(planId, plan => withTask(plan, taskId, isDone)),
    "analysis.planSaveFailed",
  )

/** Removes an entry, and offers to put it back. @param removed the words of the toast */
export const removeEntry = async <T extends { id: string; title: string }>(
  list: Pick<Entries<T>, "change" | "entries">,
  entry: T,
  removed: Key,
  failure: Key,
) => {
  const index = Math.max(0, list.entries?.findIndex(({ id }) => id === entry.id) ?? 0)
  if (await apply(list, removing<T>(entry.id), failure))
    offer(i18n.t(removed), entry.title, () => apply(list, restoring(entry, index), failure))
}
