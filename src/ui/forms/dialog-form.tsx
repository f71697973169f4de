import { type FormEvent, type ReactNode, useState } from "react"
import type { FormSession } from "../../core/form/session"
import type { FormSpec } from "../../core/form/spec"
import { randomId } from "../../core/hashing/random-id"
import type { CreateOptions } from "../../core/http/calls"
import { mayHaveSucceeded } from "../../core/http/http-error"
import type { Key } from "../../core/text/i18n"
import { notifySuccess } from "../../state/notifications"
import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { SlowCallNotice } from "../placeholders/slow-call-notice"
import { FormNote } from "./approval-note"
import { useFormSession, useObservable } from "./bound"
import { summaryOf, useProblemFocus } from "./form-problems"

type SummaryProps = { form: Pick<FormSession<object>, "problems">; failure: Key; mayHaveArrived?: boolean }

/** The messages of a form in a dialog that belong to no field. */
export const DialogSummary = ({ form, failure, mayHaveArrived }: SummaryProps) => {
  const t = useT()
  return summaryOf(useObservable(form.problems), failure, t).map(text => (
    <div key={text} tabIndex={-1} data-summary>
      <Alert tone="danger" title={text} text={mayHaveArrived ? t("ui.mayHaveArrived") : undefined} />
    </div>
  ))
}

/**
 * A form in a dialog. All attempts of a save have the same idempotency key; after a lost answer the error names the possible
 * success (docs/contract.md#idempotency).
 */
export const DialogForm = <D extends object>(
  props: FormSpec<D> & {
    title: string
    text?: string
    initial: D
    /** Whether `initial` is stored. */
    isStored?: boolean
    failure: Key
    submit: string
    /** Whether the save is sent for approval: a note to who decides is asked for. */
    isSent?: boolean
    save: (draft: D, options: CreateOptions) => Promise<unknown>
    /** What is said of a save before the dialog is closed; none where the save itself says it. */
    done?: string
    /** Called after a save, in place of closing the dialog. */
    onSaved?: () => void
    onClose: () => void
    children: (form: FormSession<D>) => ReactNode
  },
) => {
  const t = useT()
  const [idempotencyKey] = useState(randomId)
  const [mayHaveArrived, setMayHaveArrived] = useState(false)
  const form = useFormSession<D>(props, {
    initial: props.initial,
    isStored: props.isStored,
    save: async (draft, { signal, note }) => ({ value: await props.save(draft, { idempotencyKey, signal, note }) }),
  })
  const isBusy = useObservable(form.frame).is === "saving"
  const scope = useProblemFocus(form)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await form.save("leave")
    if ("error" in outcome && mayHaveSucceeded(outcome.error)) setMayHaveArrived(true)
    if (outcome.is !== "saved") return
    const { done, onSaved = props.onClose } = props
    if (done) notifySuccess(done)
    onSaved()
  }
  return (
    <Dialog title={props.title} text={props.text} onClose={props.onClose}>
      <form ref={scope} onSubmit={onSubmit} noValidate data-form>
        <div className="dialog__body">
          <DialogSummary form={form} failure={props.failure} mayHaveArrived={mayHaveArrived} />
          {props.children(form)}
          {props.isSent && <FormNote form={form} />}
          <SlowCallNotice isPending={isBusy} onCancel={form.cancel} />
        </div>
        <div className="dialog__foot">
          <Button onClick={props.onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            {isBusy ? t("ui.saving") : props.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
