import type { FeedbackDraft } from "../../contract/feedback"
import type { CreateOptions } from "../../core/http/calls"
import { errorMessage } from "../../core/http/errors"
import { type Answer, HttpError } from "../../core/http/http"
import { PartlySavedError } from "../../core/http/partly-saved"
import { i18n } from "../../state/instances"
import { addFeedback, type FeedbackChange, updateFeedback } from "./api"

/** New feedback with its files, which are uploaded before; `size` is in bytes. */
export type FeedbackForm = FeedbackDraft & { attachments: { name: string; url: string; size?: number }[] }

const idOf = ({ value }: Answer): string => String((value as { id?: string | number } | undefined)?.id ?? "")

const filesOf = ({ attachments }: FeedbackForm) => attachments.map(({ name, url }) => ({ name, url }))

/** Company and person of stored feedback do not change. */
const changeOf = (draft: FeedbackForm): FeedbackChange => {
  const { tenantId: _, userId: __, ...change } = draft
  return { ...change, attachments: filesOf(draft) }
}

const isKeyUsed = (error: unknown) => error instanceof HttpError && error.status === 409 && !error.value

/**
 * A create that is not complete: `id` of the record if its second call failed, or the draft that was refused because an earlier
 * attempt with the key had created a record.
 */
type Incomplete = { key: string; id?: string; draft?: FeedbackForm }

/**
 * Returns the save of a form of new feedback: it creates the feedback, and then attaches its files, which the create call does not
 * take (docs/contract.md#feedback-calls). A repetition continues with the record that an earlier attempt created; it throws a
 * PartlySavedError if the feedback was created, and its files were not attached.
 */
export const createWithFiles = () => {
  let incomplete: Incomplete | undefined
  return async (draft: FeedbackForm, options: CreateOptions): Promise<Answer> => {
    const { idempotencyKey: key, signal } = options
    const { attachments, ...body } = draft
    const known = incomplete?.key === key ? incomplete : undefined
    const created =
      known?.id === undefined
        ? await addFeedback(body, options).catch((error: unknown) => {
            if (isKeyUsed(error)) incomplete = { key, draft }
            throw error
          })
        : undefined
    const id = created ? idOf(created) : (known?.id ?? "")
    const later = created ? known?.draft : draft
    const change = later ? changeOf(later) : attachments.length > 0 ? { attachments: filesOf(draft) } : undefined
    if (id && change)
      await updateFeedback(id, change, { signal }).catch((error: unknown) => {
        incomplete = { key, id }
        if (error instanceof HttpError && error.fields.length > 0) throw error
        const reason = errorMessage(error, "error.generic", i18n.t)
        throw new PartlySavedError({ version: undefined, received: {} }, "feedback.partlySaved", { reason })
      })
    incomplete = undefined
    return created ?? { value: { id }, status: 200 }
  }
}
