import { type FormEvent, useRef, useState } from "react"
import { type Feedback, statuses, statusRules } from "../../../contract/feedback"
import type { Code } from "../../../core/codes"
import { randomId } from "../../../core/hashing/random-id"
import { HttpError, mayHaveSucceeded } from "../../../core/http/http-error"
import type { Loaded } from "../../../core/http/pages"
import type { Rules } from "../../../core/rules"
import { offerUndo } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { CodeField } from "../../../ui/forms/code-field"
import { asCode } from "../../../ui/forms/compare"
import { confirmLoss } from "../../../ui/forms/confirm-loss"
import { ConflictDialog, type RecordChange } from "../../../ui/forms/conflict"
import { DialogSummary } from "../../../ui/forms/dialog-form"
import { TextField } from "../../../ui/forms/text-field"
import { useForm } from "../../../ui/forms/use-form"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { SlowCallNotice } from "../../../ui/placeholders/slow-call-notice"
import { lastChangeOf } from "../../audit/api"
import { setFeedbackStatus } from "../api"
import { feedback as resource, statusLook } from "../resource"
import { CannedMenu } from "./canned-menu"
import { ClashError, sendChange } from "./guarded-change"

type Handling = { status: Code; internalNotes: string; resolutionStep: string }
type Draft = Handling & { response: string }

const handlingOf = ({ status, internalNotes, resolutionStep }: Feedback): Handling => ({ status, internalNotes, resolutionStep })

const labels = {
  status: "feedback.statusLabel",
  response: "feedback.response",
  internalNotes: "feedback.internalNotes",
  resolutionStep: "feedback.resolutionStep",
} as const

/**
 * Changes the status, with a response to the person, the internal notes and the resolution step. What somebody else has changed
 * since the dialog was opened is compared before it is overwritten.
 * @param initial the status to begin with, by default that of the feedback
 */
export const StatusDialog = ({ loaded, initial, onClose }: { loaded: Loaded<Feedback>; initial?: Code; onClose: () => void }) => {
  const t = useT()
  const paths = useRecordPaths()
  /** The record that the form was filled with; a reload in the background does not replace it. */
  const [seen, setSeen] = useState(loaded)
  const [clash, setClash] = useState<{ error: ClashError<Handling>; mine: Draft; change?: RecordChange }>()
  const [isUncertain, setUncertain] = useState(false)
  const key = useRef(randomId())
  const { record } = seen
  const { id, subject } = record

  const form = useForm<Draft>({
    initial: { ...handlingOf(record), response: "", ...(initial !== undefined && { status: initial }) },
    isStored: true,
    labels,
    rules: statusRules as Rules<Draft>,
    failure: "feedback.updateFailed",
    save: async ({ response, ...mine }) => {
      const send = (draft: Handling, { record, received, version }: Loaded<Feedback>) => {
        const asReceived = (name: "internalNotes" | "resolutionStep") =>
          draft[name] === record[name] ? (received as Partial<Feedback> | undefined)?.[name] : draft[name].trim()
        const change = {
          status: draft.status,
          response: response.trim(),
          internalNotes: asReceived("internalNotes"),
          resolutionStep: asReceived("resolutionStep"),
        }
        return setFeedbackStatus(id, change, { version, idempotencyKey: key.current })
      }
      try {
        const { undoToken } = await sendChange({ seen, membersOf: handlingOf, mine, send })
        offerUndo(undoToken, [resource.tag], t("feedback.statusUpdated"), { subject, href: paths.view(id) })
      } catch (error) {
        if (error instanceof HttpError && mayHaveSucceeded(error)) setUncertain(true)
        if (error instanceof ClashError) {
          setClash({ error, mine: { ...mine, response } })
          lastChangeOf("feedback")(id)
            .then(change => change && setClash(shown => shown && { ...shown, change }))
            .catch(() => undefined)
        }
        throw error
      }
    },
  })
  const { draft } = form
  const close = async () => {
    const before = { ...handlingOf(record), response: "" }
    const typed = (["response", "resolutionStep", "internalNotes"] as const).filter(name => draft[name] !== before[name])
    const fields = typed.map(name => t(labels[name])).join(", ")
    if (await confirmLoss(fields && t("ui.leaveText", { fields }), t)) onClose()
  }
  const isResolving = statuses.name(draft.status) === "resolved"
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.submit()) onClose()
  }
  const insert = (text: string) => {
    form.change({ response: [draft.response.trim(), text].filter(Boolean).join("\n\n") })
    document.getElementById("response")?.focus()
  }

  return (
    <>
      <Dialog title={t("feedback.changeStatus")} text={subject} onClose={close} size="wide">
        <form onSubmit={onSubmit} noValidate data-form>
          <div className="dialog__body">
            {!clash && <DialogSummary form={form} mayHaveArrived={isUncertain} />}
            <CodeField {...form.bind("status")} look={statusLook} />
            <TextField {...form.bind("response")} max={10_000} rows={4} hint={t("feedback.responseHint")} optional />
            <div>
              <CannedMenu feedback={record} onInsert={insert} />
            </div>
            <TextField
              {...form.bind("resolutionStep")}
              max={2000}
              rows={2}
              hint={isResolving ? t("feedback.resolutionHint") : undefined}
              optional
            />
            <TextField {...form.bind("internalNotes")} max={10_000} rows={3} hint={t("feedback.internalNotesHint")} optional />
            <SlowCallNotice isPending={form.isBusy} onCancel={form.cancel} />
          </div>
          <div className="dialog__foot">
            <Button onClick={close}>{t("ui.cancel")}</Button>
            <Button type="submit" tone="primary" busy={form.isBusy}>
              {t(form.isBusy ? "ui.saving" : "feedback.changeStatus")}
            </Button>
          </div>
        </form>
      </Dialog>
      {clash && (
        <ConflictDialog<Handling>
          base={handlingOf(record)}
          mine={{
            status: clash.mine.status,
            internalNotes: clash.mine.internalNotes,
            resolutionStep: clash.mine.resolutionStep,
          }}
          theirs={clash.error.theirs}
          labels={labels}
          compare={{ status: asCode(statusLook) }}
          change={clash.change}
          onResolve={merged => {
            setSeen(clash.error.stored)
            form.reset({ ...merged, response: clash.mine.response })
            setClash(undefined)
          }}
          onClose={() => setClash(undefined)}
        />
      )}
    </>
  )
}
