import { useState } from "react"
import { type Attachment, type Feedback, feedbackOf } from "../../../contract/feedback"
import { errorMessage } from "../../../core/http/errors"
import type { Loaded } from "../../../core/http/pages"
import { cache } from "../../../state/instances"
import { offerUndo } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { Card } from "../../../ui/display/card"
import { isConflict } from "../../../ui/forms/use-form"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { getFeedback, updateFeedback } from "../api"
import { feedback as resource } from "../resource"
import { AttachedFiles } from "./attached-files"
import { type Attached, AttachmentLinks } from "./attachment-links"
import { useFileUploads } from "./use-file-uploads"
import { useSerial } from "./use-serial"

type Listed = readonly (Attached & { id?: string })[]

/** Changes the files of the stored record, which may be newer than the one that is shown. */
const changeFiles = async ({ record, version }: Loaded<Feedback>, change: (files: Listed) => Listed) => {
  const bodyOf = ({ attachments }: Feedback) => ({
    attachments: change(attachments).map(({ id, name, url }) => ({ ...(id && { id }), name, url })),
  })
  return updateFeedback(record.id, bodyOf(record), { version }).catch((error: unknown) => {
    if (!isConflict(error)) throw error
    return updateFeedback(record.id, bodyOf(feedbackOf(error.value as object)), { version: error.version })
  })
}

/** The files of the feedback; a change is saved at once and can be undone. */
export const FilesCard = ({ loaded, mayChange }: { loaded: Loaded<Feedback>; mayChange: boolean }) => {
  const t = useT()
  const paths = useRecordPaths()
  const [failure, setFailure] = useState<string>()
  const runInTurn = useSerial()
  const { id, subject, attachments } = loaded.record
  const saveNow = async (change: (files: Listed) => Listed, text: string) => {
    setFailure(undefined)
    try {
      const { undoToken } = await changeFiles(cache.entry(getFeedback, id).data ?? loaded, change)
      offerUndo(undoToken, [resource.tag], text, { subject, href: paths.view(id) })
      await cache.load(getFeedback, id).catch(() => undefined)
    } catch (error) {
      setFailure(errorMessage(error, "feedback.updateFailed", t))
    }
  }
  const save = (...change: Parameters<typeof saveNow>) => runInTurn(() => saveNow(...change))
  const files = useFileUploads(attachments, next => {
    const added = next.filter(({ url }) => !attachments.some(file => file.url === url))
    if (added.length)
      save(all => [...all, ...added.filter(file => !all.some(({ url }) => url === file.url))], t("feedback.uploaded"))
  })
  if (!mayChange && !attachments.length) return null
  const remove = (next: readonly Attachment[]) => {
    const removed = attachments.find(file => !next.includes(file))
    save(all => all.filter(file => (file.id ? file.id !== removed?.id : file.url !== removed?.url)), t("feedback.fileRemoved"))
  }
  return (
    <Card title={t("feedback.files")} note={attachments.length > 0 ? attachments.length : undefined}>
      {mayChange ? <AttachedFiles files={attachments} onChange={remove} /> : <AttachmentLinks files={attachments} />}
      {!attachments.length && <p className="subtle">{t("feedback.noFiles")}</p>}
      {mayChange && (
        <>
          {files.elements}
          <FieldError error={failure} />
          <div>
            <Button size="sm" icon="clip" disabled={files.isFull} onClick={files.choose}>
              {t("feedback.addFile")}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
