import { rethrowWithMessage } from "../../core/errors"
import type { Answer } from "../../core/http"
import type { Key } from "../../core/i18n"
import { activities } from "../display/activity"
import { useT } from "../hooks/use-t"
import type { BulkAction } from "../lists/bulk"
import type { MenuItem } from "../overlays/menu"
import { notifyFailure, offerUndo } from "../overlays/notifications"
import type { Named } from "./resource"
import { textKey } from "./resource-texts"

/** A change that a record's menu and the selection bar offer, such as publishing. */
export type RecordAction<R> = BulkAction<R> & {
  /** The label in a record's own menu, where it differs. */
  labelOf?: (record: R) => Key
  /** Whether a record's menu offers it. */
  appliesTo: (record: R) => boolean
}

/** Deletion of selected records. */
export const removeAction = <R extends { id: string }>(
  texts: string,
  remove: (id: string) => Promise<Answer>,
): BulkAction<R> => ({
  label: "ui.remove",
  icon: "trash",
  tone: "danger",
  confirm: { title: textKey(texts, "removeManyTitle"), text: textKey(texts, "removeText") },
  run: record => remove(record.id).catch(rethrowWithMessage(textKey(texts, "removeFailed"))),
  done: textKey(texts, "removedMany"),
})

/** Menu items of a record: the actions that apply to it. */
export const useRecordActions = <R>(
  { tag, texts }: Pick<Named<R>, "tag" | "texts">,
  actions: readonly RecordAction<R>[] = [],
) => {
  const t = useT()
  const run = async (action: RecordAction<R>, record: R) => {
    try {
      const { undoToken } = await action.run(record)
      offerUndo(undoToken ? [undoToken] : [], [tag], t(textKey(texts, "updated")))
    } catch (error) {
      notifyFailure(error, textKey(texts, "updateFailed"))
    }
  }
  return (record: R): MenuItem[] =>
    actions
      .filter(action => action.appliesTo(record))
      .map(action => ({ label: t(action.labelOf?.(record) ?? action.label), icon: action.icon, run: () => run(action, record) }))
}

/** Activation and deactivation, for records that are active or inactive. @param done texts shown after it; take {{count}} */
export const activityActions = <R extends { id: string }>(
  setStatus: (id: string, status: number) => Promise<Answer>,
  done: { activated: Key; deactivated: Key },
): RecordAction<R>[] => [
  {
    label: "ui.activate",
    icon: "check",
    appliesTo: () => false,
    run: ({ id }) => setStatus(id, activities.value("active")),
    done: done.activated,
  },
  {
    label: "ui.deactivate",
    icon: "minus",
    appliesTo: () => false,
    run: ({ id }) => setStatus(id, activities.value("inactive")),
    done: done.deactivated,
  },
]
