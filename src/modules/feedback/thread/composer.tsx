import {
  type ClipboardEvent,
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react"
import type { Feedback } from "../../../contract/feedback"
import type { Bound } from "../../../core/form/parts"
import { randomId } from "../../../core/hashing/random-id"
import type { Answer } from "../../../core/http/http"
import { HttpError, mayHaveSucceeded } from "../../../core/http/http-error"
import { isSameJson } from "../../../core/json"
import { notifySuccess, offerUndo } from "../../../state/notifications"
import { Button, IconButton } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { Segmented } from "../../../ui/controls/segmented"
import { Alert } from "../../../ui/display/alert"
import { classes } from "../../../ui/display/classes"
import type { IconName } from "../../../ui/display/icons/icon"
import { useBound, useFormSession, useObservable } from "../../../ui/forms/bound"
import { summaryOf } from "../../../ui/forms/form-problems"
import { TextField } from "../../../ui/forms/text-field"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useCurrentUser } from "../../../ui/hooks/use-current-user"
import { useT } from "../../../ui/hooks/use-t"
import type { MenuItems } from "../../../ui/overlays/menu"
import { SlowCallNotice } from "../../../ui/placeholders/slow-call-notice"
import { accountName } from "../../account/api"
import { replyToFeedback } from "../api"
import { feedback as resource } from "../resource"
import { AttachedFiles } from "./attached-files"
import { CannedDialog } from "./canned-dialog"
import { CannedMenu } from "./canned-menu"
import { takeName } from "./canned-replies"
import { blankReply, type ReplyDraft, type ReplyMode, replyOf, replySpec, replyStore, type UnansweredReply } from "./reply-draft"
import { useFileUploads } from "./use-file-uploads"

const addedTexts = { answer: "feedback.replied", note: "feedback.noteAdded", record: "feedback.replied" } as const
const modes: readonly { value: ReplyMode; icon: IconName }[] = [
  { value: "answer", icon: "chat" as const },
  { value: "note", icon: "lock" as const },
  { value: "record", icon: "user" as const },
]

/** How a reply reaches the person. */
const reachOf = ({ userId, email, mailsAnswers }: Feedback) =>
  mailsAnswers && email ? "mailed" : userId ? "account" : email ? "email" : "nobody"

/** Whether an entry of the feedback is a reply that was sent without an answer. */
const hasArrived = ({ conversations }: Feedback, { entries, ...draft }: UnansweredReply) => {
  const { message, type, isInternal } = replyOf(draft, { name: "", email: "" })
  return conversations
    .slice(entries)
    .some(entry => entry.message === message && entry.type === type && entry.isInternal === isInternal)
}

type MessageProps = Bound<string> &
  Pick<ComponentProps<"textarea">, "ref" | "aria-label" | "placeholder" | "readOnly" | "onKeyDown" | "onPaste">

const MessageArea = ({ ref, ...bound }: MessageProps) => {
  const { id, field, max, label: _, required, ...props } = useBound(bound)
  const { value, error, onChange } = field
  return (
    <textarea
      {...props}
      ref={ref}
      id={id}
      rows={3}
      maxLength={max}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? "message-note" : "message-hint"}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

const MessageError = (bound: Bound<string>) => <FieldError id="message-note" error={useBound(bound).field.error} />

/**
 * Writes a reply, an internal note, or what the person has answered. The text is stored until it is sent; a repetition of an
 * unanswered call has its idempotency key (docs/contract.md#idempotency).
 * @param onSend called with a message before it is sent
 */
export const Composer = ({ feedback, onSend }: { feedback: Feedback; onSend: (message: string) => void }) => {
  const t = useT()
  const user = useCurrentUser()
  const paths = useRecordPaths()
  const [drafts] = useState(() => replyStore(feedback))
  const [stored] = useState(() => drafts.load()[0])
  const area = useRef<HTMLTextAreaElement>(null)
  /** The reply that may have arrived. */
  const [unanswered, setUnanswered] = useState(stored?.pending?.unanswered[0] as UnansweredReply | undefined)
  const [canned, setCanned] = useState<{ title: string; text: string } | "list">()
  const blank = blankReply(feedback)

  const form = useFormSession<ReplyDraft, Answer>(replySpec, {
    initial: blank,
    begin: stored?.draft,
    basis: { pending: stored?.pending },
    drafts,
    save: async (draft, { basis: { pending }, rebase, signal }) => {
      const repeated = pending?.unanswered[0] as UnansweredReply | undefined
      // Entries that have arrived since do not make it another reply.
      const isRepetition = isSameJson(repeated, { ...draft, entries: repeated?.entries })
      const sent = { ...draft, entries: feedback.conversations.length }
      const current = pending && isRepetition ? pending : { key: randomId(), unanswered: [sent] }
      rebase({ pending: current })
      form.drafts.keep()
      const reply = replyOf(draft, { name: (await accountName()) ?? "", email: user?.email ?? "" })
      onSend(reply.message)
      try {
        return { value: await replyToFeedback(feedback.id, reply, { idempotencyKey: current.key, signal }) }
      } catch (error) {
        if (error instanceof HttpError && mayHaveSucceeded(error)) setUnanswered(isRepetition ? repeated : sent)
        else if (!isRepetition) {
          // A refused repetition leaves open whether the first attempt has arrived.
          rebase({ pending: undefined })
          setUnanswered(undefined)
          form.drafts.keep()
        }
        throw error
      }
    },
  })
  const { is, isHeld: isUploading } = useObservable(form.frame)
  const isBusy = is === "saving"
  const mode = useObservable(form.value("mode"))
  const attachments = useObservable(form.value("attachments"))
  const summary = summaryOf(useObservable(form.problems), "feedback.replyFailed", t)
  const clear = () => {
    form.rebase({ pending: undefined })
    setUnanswered(undefined)
    form.reset(blank, blank)
  }

  // The answer was lost, but the reply has arrived.
  const finishWhenArrived = useEffectEvent(() => {
    if (isBusy || !unanswered || !hasArrived(feedback, unanswered)) return
    clear()
    notifySuccess(t(addedTexts[mode]), feedback.subject)
  })
  // Each loaded conversation is compared.
  const { conversations } = feedback
  useEffect(() => finishWhenArrived(), [conversations, unanswered, isBusy])

  const files = useFileUploads(attachments, form.bind("attachments").field.set, form.bind("attachments").field.hold)

  const insert = (text: string) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end")
    form.change({ message: field.value })
  }
  const send = async () => {
    if (isUploading) return
    const outcome = await form.save("stay")
    if (outcome.is === "saved") {
      clear()
      const about = { subject: feedback.subject, href: paths.view(feedback.id) }
      offerUndo(outcome.value.undoToken, [resource.tag], t(addedTexts[mode]), about)
    }
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
  const cannedItems = (): MenuItems => {
    const message = form.get().message.trim() && form.get().message
    return [
      message && {
        label: t("feedback.cannedSave"),
        icon: "plus",
        run: () => setCanned({ title: "", text: takeName(message, feedback.userName, t("feedback.namePlaceholder")) }),
      },
      { label: t("feedback.cannedManage"), icon: "edit", run: () => setCanned("list") },
    ]
  }
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
            <TextField {...form.bind("authorName")} />
            <TextField {...form.bind("authorEmail")} type="email" />
          </div>
        )}
        <MessageArea
          {...form.bind("message")}
          ref={area}
          aria-label={t(`feedback.modeLabel.${mode}`)}
          placeholder={t(`feedback.placeholder.${mode}`, { person })}
          readOnly={isBusy}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className="composer__notes" data-tone="danger">
          {mode === "answer" && (
            <p className="hint">{t(`feedback.reach.${reachOf(feedback)}`, { person, email: feedback.email })}</p>
          )}
          <MessageError {...form.bind("message")} />
          {summary.map(text => (
            <Alert key={text} tone="danger" title={text} text={unanswered && t("ui.mayHaveArrived")} />
          ))}
          <AttachedFiles files={attachments} onChange={attachments => form.change({ attachments })} />
          {files.elements}
          <SlowCallNotice isPending={isBusy} onCancel={form.cancel} />
        </div>
        <footer>
          <IconButton icon="clip" label={t("feedback.addFile")} disabled={files.isFull || isBusy} onClick={files.choose} />
          <CannedMenu feedback={feedback} onInsert={insert} items={cannedItems} />
          <span className={classes("hint wide-only", !isUploading && "key-hint")} id="message-hint">
            {t(isUploading ? "feedback.waitForFiles" : "feedback.sendHint")}
          </span>
          <Button type="submit" tone="primary" size="sm" busy={isBusy} aria-disabled={isUploading || undefined}>
            {t(isBusy ? "feedback.sending" : `feedback.send.${mode}`)}
          </Button>
        </footer>
      </form>
      {canned && <CannedDialog draft={canned === "list" ? undefined : canned} onClose={() => setCanned(undefined)} />}
    </>
  )
}
