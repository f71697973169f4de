import { type FormEvent, type ReactNode, useRef, useState } from "react"
import { randomId } from "../../core/hashing/random-id"
import type { CreateOptions } from "../../core/http/calls"
import { mayHaveSucceeded } from "../../core/http/http-error"
import type { Rules } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import { notifySuccess } from "../../state/notifications"
import { Button } from "../controls/button"
import { Alert } from "../display/alert"
import { useT } from "../hooks/use-t"
import { Dialog } from "../overlays/dialog"
import { SlowCallNotice } from "../placeholders/slow-call-notice"
import { ApprovalNote } from "./approval-note"
import type { Labels } from "./labels"
import { type Form, useForm } from "./use-form"

/** The messages of a form in a dialog that belong to no field. */
export const DialogSummary = ({ form, mayHaveArrived }: { form: Pick<Form<object>, "summary">; mayHaveArrived?: boolean }) => {
  const t = useT()
  return form.summary.map(text => (
    <div key={text} tabIndex={-1} data-summary>
      <Alert tone="danger" title={text} text={mayHaveArrived ? t("ui.mayHaveArrived") : undefined} />
    </div>
  ))
}

/**
 * A form in a dialog. All attempts of a save have the same idempotency key; after a lost answer the error names the possible
 * success (docs/contract.md#idempotency).
 */
export const DialogForm = <D extends object>(props: {
  title: string
  text?: string
  initial: D
  /** Whether `initial` is stored. */
  isStored?: boolean
  labels: Labels<D>
  rules: Rules<D>
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
  children: (form: Form<D>) => ReactNode
}) => {
  const t = useT()
  const key = useRef(randomId())
  const [note, setNote] = useState("")
  const [mayHaveArrived, setMayHaveArrived] = useState(false)
  const form = useForm<D>({
    initial: props.initial,
    isStored: props.isStored,
    labels: props.labels,
    rules: props.rules,
    failure: props.failure,
    save: (draft, signal) =>
      props.save(draft, { idempotencyKey: key.current, signal, note }).catch((error: unknown) => {
        setMayHaveArrived(mayHaveArrived || mayHaveSucceeded(error))
        throw error
      }),
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await form.submit())) return
    const { done, onSaved = props.onClose } = props
    if (done) notifySuccess(done)
    onSaved()
  }
  return (
    <Dialog title={props.title} text={props.text} onClose={props.onClose}>
      <form onSubmit={onSubmit} noValidate data-form>
        <div className="dialog__body">
          <DialogSummary form={form} mayHaveArrived={mayHaveArrived} />
          {props.children(form)}
          {props.isSent && <ApprovalNote value={note} onChange={setNote} />}
          <SlowCallNotice isPending={form.isBusy} onCancel={form.cancel} />
        </div>
        <div className="dialog__foot">
          <Button onClick={props.onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" tone="primary" busy={form.isBusy}>
            {form.isBusy ? t("ui.saving") : props.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
