import { maxApprovalComment } from "../../../contract/approval"
import { activeStatuses, type Code } from "../../../core/codes"
import { rethrowWithMessage } from "../../../core/http/errors"
import type { Answer } from "../../../core/http/http"
import type { Key, Translate } from "../../../core/text/i18n"
import { confirmation } from "../../../state/instances"
import { notifyFailure, offerUndo } from "../../../state/notifications"
import { activeStatusLook } from "../../display/active-status"
import { type Owned, useRecordPaths } from "../../hooks/screen-context"
import { useNow } from "../../hooks/use-now"
import { useT } from "../../hooks/use-t"
import { actionLabel, type BulkAction } from "../../lists/bulk-action"
import { codeTabs } from "../../lists/columns"
import type { MenuItem } from "../../overlays/menu"
import { useApprovalRules } from "../approval/approval"
import type { ResourceBase } from "../resource"
import { textKey } from "../resource-texts"

/** A change of records, such as publishing, that the bulk bar and the menu of a record offer. */
export type RecordAction<R> = BulkAction<R> & {
  /** Label in the menu of a record, if it differs. */
  labelOf?: (record: R) => Key
  /** Title of the question that the menu of a record asks before an action with `confirm`; takes {{title}}. */
  confirmTitle?: Key
  /** Text after the menu of a record has changed it, if it differs from `updated` of the resource. */
  doneOne?: Key
}

/** Returns the bulk action that deletes records. @param blockedReasonOf why a record cannot be deleted */
export const removeAction = <R extends { id: string }>(
  { texts, removeNote }: Pick<ResourceBase<R>, "texts" | "removeNote">,
  remove: (id: string) => Promise<Answer>,
  blockedReasonOf?: (record: R) => Key | undefined,
): BulkAction<R> => ({
  label: "ui.remove",
  icon: "trash",
  tone: "danger",
  confirm: { title: textKey(texts, "removeManyTitle"), text: textKey(texts, "removeText") },
  appliesTo: record => !blockedReasonOf?.(record),
  reasonOf: blockedReasonOf,
  noteOf: removeNote,
  run: record => remove(record.id).catch(rethrowWithMessage(textKey(texts, "removeFailed"))),
  done: textKey(texts, "removedMany"),
})

/** Returns the menu item that deletes a record. @param blockedReason why the record cannot be deleted */
export const removeItem = (t: Translate, blockedReason: Key | undefined, run: () => void): MenuItem =>
  blockedReason
    ? { label: t("ui.remove"), icon: "lock", reason: t(blockedReason) }
    : { label: t("ui.remove"), icon: "trash", tone: "danger", run }

/** Returns a function that creates the menu items of the actions that apply to a record. */
export const useRecordActions = <R extends Owned & { id: string; status?: Code }>(
  { tag, texts, titleOf, approval }: Pick<ResourceBase<R>, "tag" | "texts" | "titleOf" | "approval">,
  actions: readonly RecordAction<R>[] = [],
) => {
  const t = useT()
  const { withSends } = useApprovalRules({ tag, approval })
  const paths = useRecordPaths()
  const now = useNow()
  const labelOf = (action: RecordAction<R>, record: R) =>
    actionLabel(action, action.labelOf?.(record) ?? action.label, [record], t)
  const run = async (action: RecordAction<R>, record: R) => {
    const { confirm, confirmTitle, tone, sends } = action
    const confirmLabel = labelOf(action, record)
    let note = ""
    if (sends?.(record)) {
      const title = t("approval.sendTitle", { title: titleOf(record) })
      const field = { label: t("approval.note"), maxLength: maxApprovalComment, set: (text: string) => (note = text) }
      if (!(await confirmation.ask({ title, text: confirm && t(confirm.text), confirmLabel, tone, note: field }))) return
    } else if (confirm && confirmTitle) {
      const title = t(confirmTitle, { title: titleOf(record) })
      if (!(await confirmation.ask({ title, text: t(confirm.text), confirmLabel, tone }))) return
    }
    try {
      const { undoToken, message, status } = await action.run(record, note)
      const about = { subject: titleOf(record), href: paths.view(record.id), message, status }
      offerUndo(undoToken, [tag], t(action.doneOne ?? textKey(texts, "updated")), about)
    } catch (error) {
      notifyFailure(error, textKey(texts, "updateFailed"))
    }
  }
  return (record: R): MenuItem[] =>
    actions
      .filter(action => action.appliesTo?.(record, now) ?? true)
      .map(withSends<R, RecordAction<R>>)
      .map(action => ({
        label: labelOf(action, record),
        icon: action.icon,
        tone: action.tone,
        run: () => run(action, record),
      }))
}

/**
 * Returns the tabs and bulk actions of a list whose records are active or inactive. Its texts are `activated` and
 * `deactivated` under the prefix of the resource.
 * @param patch changes the status of a record
 */
export const activation = <R extends { id: string; status: Code }>(
  { texts }: Pick<ResourceBase<R>, "texts">,
  patch: (id: string, change: { status: number }) => Promise<Answer>,
): { tabs: ReturnType<typeof codeTabs>; actions: RecordAction<R>[] } => {
  const setStatus = (name: "active" | "inactive") => ({
    appliesTo: ({ status }: R) => activeStatuses.name(status) !== name,
    run: ({ id }: R) => patch(id, { status: activeStatuses.value(name) }),
  })
  return {
    tabs: codeTabs(activeStatusLook, ["active", "inactive"]),
    actions: [
      { label: "ui.activate", icon: "check", ...setStatus("active"), done: textKey(texts, "activated") },
      { label: "ui.deactivate", icon: "minus", ...setStatus("inactive"), done: textKey(texts, "deactivated") },
    ],
  }
}
