import { useState } from "react"
import type { Attachment, Feedback } from "../../../contract/feedback"
import { errorMessage } from "../../../core/http/errors"
import type { Loaded } from "../../../core/http/pages"
import { cache } from "../../../state/instances"
import { offerUndo } from "../../../state/notifications"
import { Button } from "../../../ui/controls/button"
import { FieldError } from "../../../ui/controls/field"
import { Card } from "../../../ui/display/card"
import { useRecordPaths } from "../../../ui/hooks/screen-context"
import { useT } from "../../../ui/hooks/use-t"
import { getFeedback } from "../api"
import { feedback as resource } from "../resource"
import { AttachedFiles } from "./attached-files"
import { AttachmentLinks } from "./attachment-links"
import { useFileUploads } from "./use-file-uploads"
import { useSerial } from "./use-serial"
import { type Files, sendFiles } from "./versioned-changes"

/** The files of the feedback; a change is saved at once and can be undone. */
export const FilesCard = ({ loaded, mayChange }: { loaded: Loaded<Feedback>; mayChange: boolean }) => {
  const t = useT()
  const paths = useRecordPaths()
  const [failure, setFailure] = useState<string>()
  const runInTurn = useSerial()
  const { id, subject, attachments } = loaded.record
  const saveNow = async (change: (files: Files) => Files, text: string) => {
    setFailure(undefined)
    try {
      const { undoToken } = await sendFiles(cache.entry(getFeedback, id).data ?? loaded, change)
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
