import { useSyncExternalStore } from "react"
import { Button } from "../controls/button"
import { useT } from "../hooks/use-t"
import { Dialog } from "./dialog"

/** A question names the object and the consequence; the safe button has the focus. */
export type Question = { title: string; text?: string; confirmLabel: string; cancelLabel?: string; tone?: "danger" }

type Asked = Question & { id: number; answer: (agreed: boolean) => void }

let asked: Asked | undefined
let count = 0
const listeners = new Set<() => void>()

const become = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks a person. A second question while one is open answers the first with no. */
export const confirm = (question: Question): Promise<boolean> => {
  asked?.answer(false)
  return new Promise(resolve => {
    become({
      ...question,
      id: ++count,
      answer: agreed => {
        become(undefined)
        resolve(agreed)
      },
    })
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Where questions appear; stands once in the application. */
export const Confirms = () => {
  const t = useT()
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  )
  if (!question) return null
  return (
    <Dialog
      key={question.id}
      title={question.title}
      text={question.text}
      icon={question.tone === "danger" ? "alert" : "info"}
      tone={question.tone}
      onClose={() => question.answer(false)}
    >
      <div className="dialog__foot">
        <Button autoFocus onClick={() => question.answer(false)}>
          {question.cancelLabel ?? t("ui.cancel")}
        </Button>
        <Button tone={question.tone === "danger" ? "danger-solid" : "primary"} onClick={() => question.answer(true)}>
          {question.confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
