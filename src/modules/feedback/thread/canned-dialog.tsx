import { type FormEvent, useEffect, useState } from "react"
import { replyRules } from "../../../contract/feedback"
import { maxLength, type Rules, required } from "../../../core/rules"
import { Button, IconButton } from "../../../ui/controls/button"
import { TextField } from "../../../ui/forms/text-field"
import { useForm } from "../../../ui/forms/use-form"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { type CannedReply, cannedReplies, removeCannedReply, saveCannedReply } from "./canned-replies"

type Draft = Omit<CannedReply, "id">

const rules: Rules<Draft> = {
  title: [required("feedback.cannedTitleRequired"), maxLength(80)],
  text: replyRules.message as Rules<Draft>["text"],
}

const ReplyForm = ({ initial, id, onDone }: { initial: Draft; id?: string; onDone: () => void }) => {
  const t = useT()
  const form = useForm<Draft>({
    initial,
    isStored: id !== undefined,
    labels: { title: "feedback.cannedTitle", text: "feedback.cannedBody" },
    rules,
    failure: "error.generic",
    save: async draft => saveCannedReply({ title: draft.title.trim(), text: draft.text.trim() }, id),
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await form.submit()) onDone()
  }
  return (
    <form onSubmit={onSubmit} noValidate data-form>
      <div className="dialog__body">
        <TextField {...form.bind("title")} max={80} required />
        <TextField {...form.bind("text")} max={10_000} rows={5} required hint={t("feedback.cannedHint")} />
      </div>
      <div className="dialog__foot">
        <Button onClick={onDone}>{t("ui.cancel")}</Button>
        <Button type="submit" tone="primary">
          {t("ui.save")}
        </Button>
      </div>
    </form>
  )
}

/** Lists, adds, edits and deletes the person's own canned replies. @param draft a new reply to begin with */
export const CannedDialog = ({ draft, onClose }: { draft?: Draft; onClose: () => void }) => {
  const t = useT()
  const [list, setList] = useState(cannedReplies)
  const [edited, setEdited] = useState<Draft & { id?: string }>(draft ?? { title: "", text: "" })
  const [isForm, setForm] = useState(draft !== undefined || list.length === 0)
  // The pressed button may have been removed.
  useEffect(() => {
    document.querySelector<HTMLElement>("dialog[open] input, dialog[open] [data-focus]")?.focus()
  }, [isForm, list])
  const refresh = () => {
    setList(cannedReplies())
    setForm(false)
  }
  const edit = (reply: Draft & { id?: string }) => {
    setEdited(reply)
    setForm(true)
  }
  return (
    <Dialog title={t("feedback.cannedOwn")} text={t("feedback.cannedStored")} onClose={onClose}>
      {isForm ? (
        <ReplyForm initial={{ title: edited.title, text: edited.text }} id={edited.id} onDone={draft ? onClose : refresh} />
      ) : (
        <>
          <ul className="dialog__body">
            {list.map(reply => (
              <li key={reply.id} className="row">
                <span className="grow">
                  <b>{reply.title}</b>
                  <small className="subtle truncate">{reply.text}</small>
                </span>
                <IconButton icon="edit" label={t("feedback.cannedEdit", { title: reply.title })} onClick={() => edit(reply)} />
                <IconButton
                  icon="trash"
                  label={t("feedback.cannedRemove", { title: reply.title })}
                  onClick={() => {
                    removeCannedReply(reply.id)
                    refresh()
                  }}
                />
              </li>
            ))}
            {list.length === 0 && <li className="subtle">{t("feedback.cannedNone")}</li>}
          </ul>
          <div className="dialog__foot">
            <Button icon="plus" data-focus onClick={() => edit({ title: "", text: "" })}>
              {t("feedback.cannedAdd")}
            </Button>
            <Button tone="primary" onClick={onClose}>
              {t("ui.close")}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
