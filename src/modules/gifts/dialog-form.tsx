import { type FormEvent, type ReactNode, useRef, useState } from "react"
import { mayHaveSucceeded } from "../../core/http-error"
import type { Key } from "../../core/i18n"
import type { Rules } from "../../core/rules"
import { Button } from "../../ui/controls/button"
import { Alert } from "../../ui/display/alert"
import { StillWorking } from "../../ui/display/still-working"
import { type Form, useForm } from "../../ui/forms/use-form"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"

type Sent = { idempotencyKey: string; signal: AbortSignal }

/**
 * A short form in a window. What is sent again carries the same key, so that it is carried out once; when an answer was
 * lost, the person is told. Nothing typed is lost on an error. @param save throws what goes wrong
 */
export const DialogForm = <D extends object>(props: {
  title: string
  text?: string
  initial: D
  rules: Rules<D>
  failure: Key
  submit: string
  save: (draft: D, options: Sent) => Promise<unknown>
  onSaved: () => void
  onClose: () => void
  children: (form: Form<D>) => ReactNode
}) => {
  const t = useT()
  const key = useRef(crypto.getRandomValues(new Uint32Array(4)).join("-"))
  const [isUnsure, setUnsure] = useState(false)
  const form = useForm<D>({
    initial: props.initial,
    rules: props.rules,
    failure: props.failure,
    save: (draft, signal) =>
      props.save(draft, { idempotencyKey: key.current, signal }).catch((error: unknown) => {
        setUnsure(isUnsure || mayHaveSucceeded(error))
        throw error
      }),
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.submit()) props.onSaved()
  }
  return (
    <Dialog title={props.title} text={props.text} onClose={props.onClose}>
      <form onSubmit={onSubmit} noValidate data-form>
        <div className="card__body">
          {form.summary.map(text => (
            <div key={text} tabIndex={-1} data-summary>
              <Alert tone="danger" title={text} text={isUnsure ? t("gift.unsure") : undefined} />
            </div>
          ))}
          {props.children(form)}
          <StillWorking isGoing={form.isBusy} onCancel={form.cancel} />
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
