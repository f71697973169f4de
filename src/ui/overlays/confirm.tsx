import { type FormEvent, useState, useSyncExternalStore } from "react"
import { cleanLine } from "../../core/text/clean-text"
import type { PendingConfirmation } from "../../state/confirmation"
import { confirmation } from "../../state/instances"
import { Button } from "../controls/button"
import { Field } from "../controls/field"
import { TextArea } from "../controls/text-area"
import { TextInput } from "../controls/text-input"
import { useT } from "../hooks/use-t"
import { Dialog } from "./dialog"

/** Shows the pending confirmation as a dialog; mounted once in the application. */
export const Confirms = () => {
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.pending, () => undefined)
  return question ? <Question key={question.id} question={question} /> : null
}

const Question = ({ question }: { question: PendingConfirmation }) => {
  const t = useT()
  const { typed, note } = question
  const [text, setText] = useState("")
  const [isWrong, setWrong] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === undefined || cleanLine(text) === cleanLine(typed)) return question.answer(true)
    setWrong(true)
    document.getElementById("confirm-name")?.focus()
  }
  return (
    <Dialog
      title={question.title}
      text={question.text}
      icon={question.tone === "danger" ? "alert" : "info"}
      tone={question.tone}
      onClose={() => question.answer(false)}
    >
      <form onSubmit={onSubmit} noValidate>
        {typed !== undefined && (
          <div className="dialog__body">
            <Field
              id="confirm-name"
              label={t("ui.typeName", { name: typed })}
              error={isWrong ? t("ui.nameDiffers") : undefined}
              required
            >
              {aria => <TextInput {...aria} autoComplete="off" data-focus value={text} onChange={setText} />}
            </Field>
          </div>
        )}
        {note && (
          <div className="dialog__body">
            <Field id="confirm-note" label={note.label} optional>
              {aria => (
                <TextArea
                  {...aria}
                  rows={3}
                  maxLength={note.maxLength}
                  data-focus
                  value={text}
                  onChange={given => {
                    setText(given)
                    note.set(given)
                  }}
                />
              )}
            </Field>
          </div>
        )}
        <div className="dialog__foot">
          <Button autoFocus={typed === undefined && !note} onClick={() => question.answer(false)}>
            {question.cancelLabel ?? t("ui.cancel")}
          </Button>
          {question.other && (
            <Button
              tone="danger"
              onClick={() => {
                question.other?.run()
                question.answer(true)
              }}
            >
              {question.other.label}
            </Button>
          )}
          <Button type="submit" tone={question.tone === "danger" ? "danger-solid" : "primary"}>
            {question.confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
