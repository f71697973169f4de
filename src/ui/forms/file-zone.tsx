import type { RefObject } from "react"
import { Icon, type IconName } from "../display/icons/icon"
import { useT } from "../hooks/use-t"
import type { useDroppedFiles } from "./use-dropped-files"

type Props = ReturnType<typeof useDroppedFiles> & {
  /** The zone itself, where it is what receives pasted files ({@link useDroppedFiles}). */
  root?: RefObject<HTMLLabelElement | null>
  /** The file types that the browser offers. */
  accept: string
  hint?: string
  icon?: IconName
  /** The largest number of files. */
  count?: number
  isInvalid?: boolean
  /** Whether it takes the focus of its dialog. */
  hasFocus?: boolean
  onFiles: (files: File[]) => void
}

/** Where files are chosen or dropped. */
export const FileZone = ({ root, isOver, zone, accept, hint, icon = "file", count = 1, isInvalid, hasFocus, onFiles }: Props) => {
  const t = useT()
  return (
    <label className="uploader" data-over={isOver || undefined} data-files={root && ""} ref={root} {...zone}>
      <Icon name={icon} size="lg" />
      <span>
        <span className="link">{t("ui.chooseFile", { count })}</span> {t("ui.orDrop", { count })}
      </span>
      {hint && <span className="hint">{hint}</span>}
      <input
        type="file"
        accept={accept}
        multiple={count !== 1}
        aria-invalid={isInvalid || undefined}
        data-focus={hasFocus}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ""
        }}
      />
    </label>
  )
}
