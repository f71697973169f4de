import { type ComponentProps, memo, useRef, useState } from "react"
import type { Bound } from "../../core/form/parts"
import { pictureTypes } from "../../core/image-type"
import type { Media } from "../../core/media"
import { IconButton } from "../controls/button"
import { FieldError } from "../controls/field"
import { Icon } from "../display/icons/icon"
import { Picture } from "../display/pictures/picture"
import { Progress } from "../display/progress"
import { useFormat } from "../hooks/use-format"
import { useT } from "../hooks/use-t"
import { useBound } from "./bound"
import { FileZone } from "./file-zone"
import { MediaList } from "./media-list"
import { useDroppedFiles } from "./use-dropped-files"
import { type Upload, type UploadsOptions, useUploads } from "./use-uploads"

/** Where pictures are chosen or dropped. @param count the largest number of files */
export const UploadZone = (props: Omit<ComponentProps<typeof FileZone>, "accept" | "icon" | "hint">) => {
  const t = useT()
  return <FileZone {...props} icon="image" accept={pictureTypes} hint={t("ui.fileRules")} />
}

/**
 * Uploads and orders pictures (docs/console.md#pictures). Files are chosen, dropped or pasted; `value` holds finished uploads
 * only.
 */
export const Pictures = ({ id, label, error, ...options }: UploadsOptions & { id: string; label: string; error?: string }) => {
  const t = useT()
  const count = options.max ?? Number.POSITIVE_INFINITY
  const [liveText, setLiveText] = useState("")
  const root = useRef<HTMLFieldSetElement>(null)
  const { uploads, add, replaceWith, retry, cancel, isFull, isRunning, nameOf } = useUploads(options, (upload, finishedName) => {
    const row = root.current?.querySelector(`[data-upload="${upload}"]`)
    if (row?.contains(document.activeElement)) root.current?.focus()
    if (finishedName) setLiveText(t("ui.uploadDone", { name: finishedName }))
  })
  const { isOver, zone } = useDroppedFiles(root, add)

  return (
    <fieldset
      className="stack-sm"
      id={id}
      ref={root}
      tabIndex={-1}
      data-files
      aria-label={label}
      aria-describedby={error ? `${id}-note` : undefined}
    >
      {!isFull && <UploadZone count={count} isOver={isOver} zone={zone} isInvalid={Boolean(error)} onFiles={add} />}
      <FieldError id={`${id}-note`} error={error} />
      {uploads.map(upload => (
        <UploadRow key={upload.id} upload={upload} onRetry={() => retry(upload)} onCancel={() => cancel(upload)} />
      ))}
      {options.value.length > 0 && (
        <MediaList
          value={options.value}
          onChange={options.onChange}
          nameOf={nameOf}
          isSingle={options.max === 1}
          isReplacing={isRunning}
          onReplace={replaceWith}
          onAnnounce={setLiveText}
          fallbackFocus={root}
        />
      )}
      <p className="sr-only" role="status">
        {liveText}
      </p>
    </fieldset>
  )
}

type Props = Bound<Media[]> & Pick<UploadsOptions, "upload">

/** The pictures of a record. */
export const MediaField = memo((bound: Props) => {
  const t = useT()
  const { id, field, upload } = useBound(bound)
  return (
    <Pictures
      id={id}
      label={t("ui.images")}
      upload={upload}
      value={field.value}
      onChange={field.onChange}
      onBusy={field.onBusy}
      error={field.error}
    />
  )
})

/** A file that is being uploaded or could not be, with its progress or the reason. */
export const UploadRow = ({ upload, onRetry, onCancel }: { upload: Upload; onRetry: () => void; onCancel: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { file, failure, preview, fraction } = upload
  const name = { name: file.name }
  return (
    <div className="upload-item" data-upload={upload.id} data-tone={failure ? "danger" : undefined}>
      <span className="thumb">{preview ? <Picture url={preview} alt="" /> : <Icon name="file" />}</span>
      <span className="row row-between">
        <b className="truncate">{file.name}</b>
        <span className="subtle small tabular nowrap">
          {format.fileSize(file.size)}
          {!failure && ` · ${format.percent(Math.round(fraction * 100))}`}
        </span>
      </span>
      {failure ? (
        <p className="field-error" role="alert">
          <span className="sr-only">{file.name}: </span>
          {failure}
        </p>
      ) : (
        <Progress value={fraction} label={t("ui.uploadingFile", name)} />
      )}
      <span className="row">
        {upload.canRetry && failure && (
          <IconButton
            icon="refresh"
            label={t("ui.retryUpload", name)}
            onClick={event => {
              if (event.currentTarget.nextElementSibling instanceof HTMLElement) event.currentTarget.nextElementSibling.focus()
              onRetry()
            }}
          />
        )}
        <IconButton icon="x" label={t("ui.cancelUpload", name)} onClick={onCancel} />
      </span>
    </div>
  )
}
