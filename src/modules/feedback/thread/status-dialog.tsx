import { type FormEvent, useState } from "react"
import { type Feedback, feedbackOf, statuses, statusFields, statusRules } from "../../../contract/feedback"
import type { Code } from "../../../core/codes"
import type { FormSession } from "../../../core/form/session"
import type { FormSpec } from "../../../core/form/spec"
import { randomId } from "../../../core/hashing/random-id"
import { type Answer, HttpError } from "../../../core/http/http"
import { mayHaveSucceeded } from "../../../core/http/http-error"
import type { Loaded } from "../../../core/http/pages"
import { offerUndo } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { useFormSession, useObservable } from "../../../ui/forms/bound"
import { CodeField } from "../../../ui/forms/code-field"
import { asCode } from "../../../ui/forms/compare"
import { confirmLoss } from "../../../ui/forms/confirm-loss"
import { ConflictDialog } from "../../../ui/forms/conflict"
import { DialogSummary } from "../../../ui/forms/dialog-form"
import { useProblemFocus } from "../../../ui/forms/form-problems"
import { TextField } from "../../../ui/forms/text-field"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { SlowCallNotice } from "../../../ui/placeholders/slow-call-notice"
import { lastChangeOf } from "../../audit/api"
import { setFeedbackStatus } from "../api"
import { feedback as resource, statusLook } from "../resource"
import { CannedMenu } from "./canned-menu"
import { ClashError, sendMembers } from "./versioned-changes"

type Handling = { status: Code; internalNotes: string; resolutionStep: string }
type Draft = Handling & { response: string }

const handlingOf = ({ status, internalNotes, resolutionStep }: Handling): Handling => ({ status, internalNotes, resolutionStep })

const labels = {
  status: "feedback.statusLabel",
  response: "feedback.response",
  internalNotes: "feedback.internalNotes",
  resolutionStep: "feedback.resolutionStep",
} as const

const spec: FormSpec<Draft> = { labels, fields: statusFields, rules: statusRules as FormSpec<Draft>["rules"] }

const theirsOf = (error: unknown) => {
  if (!(error instanceof ClashError)) return undefined
  const { stored, theirs } = error as ClashError<Handling>
  return { draft: { ...theirs, response: "" }, version: stored.version, received: stored.received }
}

const ResolutionField = ({ form }: { form: FormSession<Draft> }) => {
  const t = useT()
  const isResolving = statuses.name(useObservable(form.value("status"))) === "resolved"
  return (
    <TextField {...form.bind("resolutionStep")} rows={2} hint={isResolving ? t("feedback.resolutionHint") : undefined} optional />
  )
}

/**
 * Changes the status, with a response to the person, the internal notes and the resolution step. What somebody else has changed
 * since the dialog was opened is compared before it is overwritten.
 * @param initial the status to begin with, by default that of the feedback
 */
export const StatusDialog = ({ loaded, initial, onClose }: { loaded: Loaded<Feedback>; initial?: Code; onClose: () => void }) => {
  const t = useT()
  const paths = useRecordPaths()
  /** The record that the form was filled with; a reload in the background does not replace it. */
  const [opened] = useState(loaded)
  const [isUncertain, setUncertain] = useState(false)
  const [idempotencyKey] = useState(randomId)
  const { id, subject } = opened.record
  const before = { ...handlingOf(opened.record), response: "" }

  const form = useFormSession<Draft, Answer>(spec, {
    initial: before,
    begin: { ...before, ...(initial !== undefined && { status: initial }) },
    isStored: true,
    theirsOf,
    save: async ({ response, ...mine }, { basis: { version, received }, signal }) => {
      const seen = received ? { record: feedbackOf(received), version, received } : opened
      const send = (draft: Handling, { record, received, version }: Loaded<Feedback>) => {
        const asReceived = (name: "internalNotes" | "resolutionStep") =>
          draft[name] === record[name] ? (received as Partial<Feedback> | undefined)?.[name] : draft[name].trim()
        const change = {
          status: draft.status,
          response: response.trim(),
          internalNotes: asReceived("internalNotes"),
          resolutionStep: asReceived("resolutionStep"),
        }
        return setFeedbackStatus(id, change, { version, idempotencyKey, signal })
      }
      return { value: await sendMembers({ seen, membersOf: handlingOf, mine, send }) }
    },
  })
  const isBusy = useObservable(form.frame).is === "saving"
  const conflict = useObservable(form.conflict)
  const scope = useProblemFocus(form)
  const close = async () => {
    const fields = form
      .losses()
      .filter(name => name !== "status")
      .map(name => t(labels[name]))
      .join(", ")
    if (await confirmLoss(fields && t("ui.leaveText", { fields }), t)) onClose()
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await form.save("leave")
    if (outcome.is === "conflict")
      lastChangeOf("feedback")(id)
        .then(form.describeConflict)
        .catch(() => undefined)
    if ("error" in outcome && outcome.error instanceof HttpError && mayHaveSucceeded(outcome.error)) setUncertain(true)
    if (outcome.is !== "saved") return
    offerUndo(outcome.value.undoToken, [resource.tag], t("feedback.statusUpdated"), { subject, href: paths.view(id) })
    onClose()
  }
  const insert = (text: string) => {
    form.change({ response: [form.get().response.trim(), text].filter(Boolean).join("\n\n") })
    document.getElementById("response")?.focus()
  }

  return (
    <>
      <Dialog title={t("feedback.changeStatus")} text={subject} onClose={close} size="wide">
        <form ref={scope} onSubmit={onSubmit} noValidate data-form>
          <div className="dialog__body">
            <DialogSummary form={form} failure="feedback.updateFailed" mayHaveArrived={isUncertain} />
            <CodeField {...form.bind("status")} look={statusLook} />
            <TextField {...form.bind("response")} rows={4} hint={t("feedback.responseHint")} optional />
            <div>
              <CannedMenu feedback={opened.record} onInsert={insert} />
            </div>
            <ResolutionField form={form} />
            <TextField {...form.bind("internalNotes")} rows={3} hint={t("feedback.internalNotesHint")} optional />
            <SlowCallNotice isPending={isBusy} onCancel={form.cancel} />
          </div>
          <div className="dialog__foot">
            <Button onClick={close}>{t("ui.cancel")}</Button>
            <Button type="submit" tone="primary" busy={isBusy}>
              {t(isBusy ? "ui.saving" : "feedback.changeStatus")}
            </Button>
          </div>
        </form>
      </Dialog>
      {conflict && (
        <ConflictDialog<Handling>
          base={handlingOf(conflict.base)}
          mine={handlingOf(conflict.mine)}
          theirs={handlingOf(conflict.theirs.draft)}
          labels={labels}
          compare={{ status: asCode(statusLook) }}
          change={conflict.theirs.change}
          onResolve={merged => form.resolve({ ...merged, response: conflict.mine.response })}
          onClose={form.dismiss}
        />
      )}
    </>
  )
}
