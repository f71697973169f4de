import { type FormEvent, useEffect, useState } from "react"
import { replyFields } from "../../../contract/feedback"
import { rulesOf, text } from "../../../core/fields"
import { Button, IconButton } from "../../../ui/controls/button"
import { useFormSession } from "../../../ui/forms/bound"
import { useProblemFocus } from "../../../ui/forms/form-problems"
import { TextField } from "../../../ui/forms/text-field"
import { useT } from "../../../ui/hooks/use-t"
import { Dialog } from "../../../ui/overlays/dialog"
import { type CannedReply, cannedReplies, removeCannedReply, saveCannedReply } from "./canned-replies"

type Draft = Omit<CannedReply, "id">

const fields = { title: text(80, "feedback.cannedTitleRequired"), text: replyFields.message }
const spec = { labels: { title: "feedback.cannedTitle", text: "feedback.cannedBody" }, fields, rules: rulesOf(fields) } as const

const ReplyForm = ({ initial, id, onDone }: { initial: Draft; id?: string; onDone: () => void }) => {
  const t = useT()
  const form = useFormSession<Draft>(spec, {
    initial,
    isStored: id !== undefined,
    save: async draft => ({ value: saveCannedReply({ title: draft.title.trim(), text: draft.text.trim() }, id) }),
  })
  const scope = useProblemFocus(form)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await form.save("leave")).is === "saved") onDone()
  }
  return (
    <form ref={scope} onSubmit={onSubmit} noValidate data-form>
      <div className="dialog__body">
        <TextField {...form.bind("title")} />
        <TextField {...form.bind("text")} rows={5} hint={t("feedback.cannedHint")} />
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
