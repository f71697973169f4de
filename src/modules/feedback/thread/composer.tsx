import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import type { Feedback } from "../../../contract/feedback"
import { randomId } from "../../../core/hashing/random-id"
import { HttpError, mayHaveSucceeded } from "../../../core/http/http-error"
import { isSameJson } from "../../../core/json"
import type { PendingCreate } from "../../../state/drafts"
import { notifySuccess, offerUndo } from "../../../state/notifications"
import { Button, IconButton } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { Segmented } from "../../../ui/controls/segmented"
import { Alert } from "../../../ui/display/alert"
import { classes } from "../../../ui/display/classes"
import type { IconName } from "../../../ui/display/icons/icon"
import { TextField } from "../../../ui/forms/text-field"
import { useForm } from "../../../ui/forms/use-form"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useT } from "../../../ui/hooks/use-t"
import { SlowCallNotice } from "../../../ui/placeholders/slow-call-notice"
import { accountName } from "../../account/api"
import { replyToFeedback } from "../api"
import { feedback as resource } from "../resource"
import { AttachedFiles } from "./attached-files"
import { CannedDialog } from "./canned-dialog"
import { CannedMenu } from "./canned-menu"
import { takeName } from "./canned-replies"
import {
  blankReply,
  loadReply,
  type ReplyDraft,
  type ReplyMode,
  removeReply,
  replyDraftRules,
  replyOf,
  storeReply,
  type UnansweredReply,
} from "./reply-draft"
import { useFileUploads } from "./use-file-uploads"

const addedTexts = { answer: "feedback.replied", note: "feedback.noteAdded", record: "feedback.replied" } as const
const modes: readonly { value: ReplyMode; icon: IconName }[] = [
  { value: "answer", icon: "chat" as const },
  { value: "note", icon: "lock" as const },
  { value: "record", icon: "user" as const },
]

/** How a reply reaches the person: the product mails none. */
const reachOf = ({ userId, email }: Feedback) => (userId ? "account" : email ? "email" : "nobody")

/** Whether an entry of the feedback is a reply that was sent without an answer. */
const hasArrived = ({ conversations }: Feedback, { entries, ...draft }: UnansweredReply) => {
  const { message, type, isInternal } = replyOf(draft, { name: "", email: "" })
  return conversations
    .slice(entries)
    .some(entry => entry.message === message && entry.type === type && entry.isInternal === isInternal)
}

/**
 * Writes a reply, an internal note, or what the person has answered. The text is stored until it is sent; a repetition of an
 * unanswered call has its idempotency key (docs/contract.md#idempotency).
 * @param onSend called with a message before it is sent
 */
export const Composer = ({ feedback, onSend }: { feedback: Feedback; onSend: (message: string) => void }) => {
  const t = useT()
  const user = useCurrentUser()
  const paths = useRecordPaths()
  const [stored] = useState(() => loadReply(feedback))
  const pending = useRef(stored?.pending as PendingCreate<UnansweredReply> | undefined)
  const area = useRef<HTMLTextAreaElement>(null)
  const [isUncertain, setUncertain] = useState(stored?.pending !== undefined)
  const [isUploading, setUploading] = useState(false)
  const [canned, setCanned] = useState<{ title: string; text: string } | "list">()
  const blank = blankReply(feedback)

  const form = useForm<ReplyDraft>({
    initial: stored?.draft ?? blank,
    labels: {
      mode: "feedback.replyMode",
      message: "feedback.message",
      authorName: resource.labels.userName,
      authorEmail: resource.labels.email,
      attachments: "feedback.files",
    },
    rules: replyDraftRules,
    failure: "feedback.replyFailed",
    save: async (draft, signal) => {
      const earlier = pending.current
      const repeated = earlier?.unanswered[0]
      // Entries that have arrived since do not make it another reply.
      const isRepetition = isSameJson(repeated, { ...draft, entries: repeated?.entries })
      const current =
        earlier && isRepetition
          ? earlier
          : { key: randomId(), unanswered: [{ ...draft, entries: feedback.conversations.length }] }
      pending.current = current
      storeReply(feedback.id, draft, current)
      const reply = replyOf(draft, { name: (await accountName()) ?? "", email: user?.email ?? "" })
      onSend(reply.message)
      try {
        const { undoToken } = await replyToFeedback(feedback.id, reply, { idempotencyKey: current.key, signal })
        finish()
        const about = { subject: feedback.subject, href: paths.view(feedback.id) }
        offerUndo(undoToken, [resource.tag], t(addedTexts[draft.mode]), about)
      } catch (error) {
        if (error instanceof HttpError && mayHaveSucceeded(error)) setUncertain(true)
        else if (!isRepetition) {
          // A refused repetition leaves open whether the first attempt has arrived.
          pending.current = undefined
          setUncertain(false)
          storeReply(feedback.id, draft)
        }
        throw error
      }
    },
  })
  const { draft } = form
  const finish = () => {
    pending.current = undefined
    setUncertain(false)
    removeReply(feedback.id)
  }

  const isStored = !isSameJson(draft, blank)
  useEffect(() => {
    if (isStored) storeReply(feedback.id, draft, pending.current)
    else removeReply(feedback.id)
  }, [draft, isStored, feedback.id])

  // The answer was lost, but the reply has arrived.
  const { conversations } = feedback
  const finishWhenArrived = useEffectEvent(() => {
    const sent = pending.current?.unanswered[0]
    if (!isUncertain || form.isBusy || !sent || !hasArrived(feedback, sent as UnansweredReply)) return
    finish()
    form.reset(blank)
    notifySuccess(t(addedTexts[draft.mode]), feedback.subject)
  })
  // Each loaded conversation is compared.
  useEffect(() => finishWhenArrived(), [conversations, isUncertain, form.isBusy])

  const files = useFileUploads(draft.attachments, attachments => form.change({ attachments }), setUploading)

  const insert = (text: string) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end")
    form.change({ message: field.value })
  }
  const send = async () => {
    if (isUploading) return
    if (await form.submit()) form.reset(blank)
    area.current?.focus()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (!pasted.length || event.clipboardData.types.includes("text/plain")) return
    event.preventDefault()
    files.add(pasted)
  }
  const { mode } = draft
  const { error } = form.field("message")
  const person = feedback.userName || feedback.email || t("feedback.author.user")

  return (
    <>
      <form
        className="composer"
        data-mode={mode}
        data-tone="warning"
        aria-label={t("feedback.write")}
        onSubmit={onSubmit}
        noValidate
      >
        <header>
          <Segmented
            label={t("feedback.replyMode")}
            value={mode}
            onChange={next => form.change({ mode: next })}
            options={modes.map(({ value, icon }) => ({ value, icon, label: t(`feedback.mode.${value}`) }))}
          />
        </header>
        {mode === "record" && (
          <div className="grid-2 composer__fields">
            <TextField {...form.bind("authorName")} max={100} />
            <TextField {...form.bind("authorEmail")} type="email" max={254} />
          </div>
        )}
        <textarea
          ref={area}
          id="message"
          rows={3}
          maxLength={10_000}
          aria-label={t(`feedback.modeLabel.${mode}`)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "message-note" : "message-hint"}
          placeholder={t(`feedback.placeholder.${mode}`, { person })}
          readOnly={form.isBusy}
          value={draft.message}
          onChange={event => form.change({ message: event.target.value })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className="composer__notes" data-tone="danger">
          {mode === "answer" && (
            <p className="hint">{t(`feedback.reach.${reachOf(feedback)}`, { person, email: feedback.email })}</p>
          )}
          <FieldError id="message-note" error={error} />
          {form.summary.map(text => (
            <Alert key={text} tone="danger" title={text} text={isUncertain ? t("ui.mayHaveArrived") : undefined} />
          ))}
          <AttachedFiles files={draft.attachments} onChange={attachments => form.change({ attachments })} />
          {files.elements}
          <SlowCallNotice isPending={form.isBusy} onCancel={form.cancel} />
        </div>
        <footer>
          <IconButton icon="clip" label={t("feedback.addFile")} disabled={files.isFull || form.isBusy} onClick={files.choose} />
          <CannedMenu
            feedback={feedback}
            onInsert={insert}
            items={() => [
              draft.message.trim() && {
                label: t("feedback.cannedSave"),
                icon: "plus",
                run: () =>
                  setCanned({ title: "", text: takeName(draft.message, feedback.userName, t("feedback.namePlaceholder")) }),
              },
              { label: t("feedback.cannedManage"), icon: "edit", run: () => setCanned("list") },
            ]}
          />
          <span className={classes("hint wide-only", !isUploading && "key-hint")} id="message-hint">
            {t(isUploading ? "feedback.waitForFiles" : "feedback.sendHint")}
          </span>
          <Button type="submit" tone="primary" size="sm" busy={form.isBusy} aria-disabled={isUploading || undefined}>
            {t(form.isBusy ? "feedback.sending" : `feedback.send.${mode}`)}
          </Button>
        </footer>
      </form>
      {canned && <CannedDialog draft={canned === "list" ? undefined : canned} onClose={() => setCanned(undefined)} />}
    </>
  )
}
