import { useEffect } from "react"
import { compact } from "../../../core/compact"
import type { FormSession } from "../../../core/form/session"
import { confirmation, unsavedChanges } from "../../../state/instances"
import { useObservable } from "../../forms/bound"
import { useT } from "../../hooks/use-t"

/** Number of changed fields that the question before leaving names. */
const maxNamedFields = 4

/** Asks before the page of a form with unsaved changes is left, and stores them when the browser goes. */
export const useLeaveGuard = <D extends object>(form: FormSession<D>, isNew: boolean) => {
  const t = useT()
  const { isDirty } = useObservable(form.frame)
  useEffect(() => {
    if (!isDirty) return
    /** What was changed, by the names of the fields, and what leaving does to it. */
    const describeChanges = () => {
      const changed = form.losses()
      const more = changed.length - maxNamedFields
      const names = [...new Set(changed.slice(0, maxNamedFields).map(member => t(form.spec.labels[member])))].join(", ")
      const { offers } = form.drafts.shown.get()
      return compact([
        t("ui.leaveChanges", { fields: more > 0 ? `${names} ${t("ui.andMore", { count: more })}` : names }),
        t(isNew ? "ui.leaveNew" : "ui.leaveStored"),
        t("ui.leaveKept"),
        offers.length > 0 && t("ui.leaveDrafts", { count: offers.length }),
      ]).join(" ")
    }
    return unsavedChanges.register({
      ask: async () => {
        let isDiscarded = false
        const discard = () => {
          isDiscarded = true
          form.drafts.discardOwn()
        }
        const isLeaving = await confirmation.ask({
          title: t("ui.leaveTitle"),
          text: describeChanges(),
          confirmLabel: t("ui.leaveKeeping"),
          cancelLabel: t("ui.stay"),
          other: { label: t("ui.leaveDiscarding"), run: discard },
        })
        if (isLeaving && !isDiscarded) form.drafts.keep()
        return isLeaving
      },
      saveDraft: form.drafts.keep,
    })
  }, [isDirty, form, isNew, t])
}
