import { type ReactNode, useRef } from "react"
import { useLocation } from "wouter"
import { type Answer, HttpError } from "../../core/http"
import type { Key } from "../../core/i18n"
import { keepDraft, type Pending } from "../../state/drafts"
import { FormFrame, type FormGiven } from "../forms/form-frame"
import type { Form } from "../forms/use-form"
import { useT } from "../hooks/use-t"
import { notifySuccess } from "../overlays/notifications"
import { useResourceTexts } from "./resource-texts"
import { useScreenContext } from "./screen-context"

/** No answer came, or none that can be read: what was sent may have been carried out. */
const isUnanswered = (error: unknown) =>
  error instanceof HttpError && (error.status === 0 || error.kind === "format" || error.status >= 500)

/** The key was used with another body (decisions §2). */
const isTaken = (error: unknown) => error instanceof HttpError && error.status === 409 && !error.value

/** One of the earlier tries was carried out: asked for again, it tells which record it made. */
const earlierAnswer = async <D,>(send: (draft: D) => Promise<Answer>, earlier: readonly D[]): Promise<Answer | undefined> => {
  for (const draft of earlier) {
    const answer = await send(draft).catch((error: unknown) => {
      if (!isTaken(error)) throw error
    })
    if (answer) return answer
  }
  return undefined
}

/** A form for a new record. `initial` may be a copy of another one. @param save gets the draft and a key that is the same for every retry */
export const AddPage = <D extends object>(
  props: FormGiven<D> & {
    initial: D
    notice?: (form: Form<D>) => ReactNode
    save: (draft: D, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Answer>
  },
) => {
  const t = useT()
  const word = useResourceTexts(props.words)
  const pending = useRef<Pending<D>>({ key: crypto.getRandomValues(new Uint32Array(4)).join("-"), unanswered: [] })
  const { base } = useScreenContext()
  const [, navigate] = useLocation()
  return (
    <FormFrame
      {...props}
      record="new"
      pending={pending}
      title={word("new")}
      failure={`${props.words}.createFailed` as Key}
      save={async (draft, signal) => {
        const { key, unanswered } = pending.current
        const send = (given: D) => props.save(given, { idempotencyKey: key, signal })
        let isEarlier = false
        const answer = await send(draft).catch(async (error: unknown) => {
          if (isUnanswered(error)) pending.current = { key, unanswered: [...unanswered, draft] }
          const made = isTaken(error) ? await earlierAnswer(send, unanswered) : undefined
          if (!made) throw error
          isEarlier = true
          return made
        })
        const id = (answer.value as { id?: string | number } | undefined)?.id
        return {
          go: () => {
            if (isEarlier && id !== undefined) {
              keepDraft(props.name, String(id), { at: Date.now(), draft })
              notifySuccess(t("ui.createdEarlier"))
              return navigate(`${base}/edit/${id}`, { replace: true })
            }
            notifySuccess(word("created"))
            navigate(id === undefined ? base : `${base}/${id}`, { replace: true })
          },
        }
      }}
    />
  )
}
