import { IconButton } from "../../../ui/controls/button"
import { useListEditor } from "../../../ui/hooks/use-list-editor"
import { useT } from "../../../ui/hooks/use-t"
import { type Attached, AttachmentLink, fileName } from "./attachment-links"

/** Attached files, each with a button that removes it. */
export const AttachedFiles = <F extends Attached>({
  files,
  onChange,
}: {
  files: readonly F[]
  onChange: (files: F[]) => void
}) => {
  const t = useT()
  const editor = useListEditor<F, HTMLUListElement>(files, onChange)
  if (!files.length) return null
  return (
    <ul className="attachments" ref={editor.root}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file can be attached twice
        <li key={index} className="row" data-entry>
          <AttachmentLink file={file} />
          <IconButton icon="x" label={t("feedback.removeFile", { name: fileName(file) })} onClick={() => editor.remove(index)} />
        </li>
      ))}
    </ul>
  )
}
