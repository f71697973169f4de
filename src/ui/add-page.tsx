import { type ReactNode, useRef } from "react"
import { useLocation } from "wouter"
import { type Answer, HttpError } from "../core/http"
import type { Key } from "../core/i18n"
import { keepDraft } from "../state/drafts"
import { FormFrame, type FormGiven } from "./form-frame"
import { usePlace } from "./place"
import { saySuccess } from "./say"
import { type Form, isSame } from "./use-form"
import { useT } from "./use-t"
import { useWords } from "./words"

/** No answer came, or none that can be read: what was sent may have been carried out. */
const isUnanswered = (error: unknown) =>
  error instanceof HttpError && (error.status === 0 || error.kind === "format" || error.status >= 500)

/** A form for a new record. `initial` may be a copy of another one. @param save gets the draft and a key that is the same for every retry */
export const AddPage = <D extends object>(
  props: FormGiven<D> & {
    initial: D
    notice?: (form: Form<D>) => ReactNode
    save: (draft: D, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<Answer>
  },
) => {
  const t = useT()
  const word = useWords(props.words)
  const key = useRef(crypto.getRandomValues(new Uint32Array(4)).join("-"))
  /** What was sent and never answered: it may stand on the server already. */
  const unanswered = useRef<D>(undefined)
  const { base } = usePlace()
  const [, navigate] = useLocation()
  return (
    <FormFrame
      {...props}
      record="new"
      idempotencyKey={key}
      title={word("new")}
      failure={`${props.words}.createFailed` as Key}
      save={async (draft, signal) => {
        const send = (given: D) => props.save(given, { idempotencyKey: key.current, signal })
        const before = unanswered.current
        let isOlder = false
        const answer = await send(draft).catch((error: unknown) => {
          if (isUnanswered(error)) unanswered.current = draft
          isOlder = before !== undefined && error instanceof HttpError && error.status === 409 && !isSame(before, draft)
          // The first try was carried out with other words: asked for again, it tells which record it made.
          if (isOlder && before) return send(before)
          throw error
        })
        const id = (answer.value as { id?: string | number } | undefined)?.id
        return {
          go: () => {
            if (isOlder && id !== undefined) {
              keepDraft(props.name, String(id), { at: Date.now(), draft })
              saySuccess(t("ui.createdEarlier"))
              return navigate(`${base}/edit/${id}`, { replace: true })
            }
            saySuccess(word("created"))
            navigate(id === undefined ? base : `${base}/${id}`, { replace: true })
          },
        }
      }}
    />
  )
}
