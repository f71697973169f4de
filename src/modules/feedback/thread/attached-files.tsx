import { useRef } from "react"
import { IconButton } from "../../../ui/controls/button"
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
  const list = useRef<HTMLUListElement>(null)
  if (!files.length) return null
  const remove = (index: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>("button")
    const next = buttons?.[index + 1] ?? buttons?.[index - 1]
    next?.focus()
    onChange(files.toSpliced(index, 1))
  }
  return (
    <ul className="attachments" ref={list}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file can be attached twice
        <li key={index} className="row">
          <AttachmentLink file={file} />
          <IconButton icon="x" label={t("feedback.removeFile", { name: fileName(file) })} onClick={() => remove(index)} />
        </li>
      ))}
    </ul>
  )
}
