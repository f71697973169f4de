import { type DragEvent, useEffect, useRef, useState } from "react"
import { errorMessage } from "../core/errors"
import type { UploadOptions } from "../core/http"
import type { Key } from "../core/i18n"
import { imageType, maxImageSize } from "../core/image-type"
import { IconButton } from "./button"
import { classes } from "./classes"
import { Icon } from "./icon"
import { Progress } from "./progress"
import { useFormat } from "./use-format"
import { useT } from "./use-t"

export type Media = { url: string; orderNo: number }

type Upload = {
  id: number
  file: File
  preview: string
  fraction: number
  failure?: string
  control: AbortController
  canRetry: boolean
}

let count = 0

/** Why a file can't be taken, if it can't (decisions §10). */
const refusal = async (file: File): Promise<Key | undefined> => {
  if (file.size > maxImageSize) return "ui.fileTooLarge"
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  return imageType(head) ? undefined : "ui.fileType"
}

const ordered = (media: readonly { url: string }[]): Media[] => media.map(({ url }, at) => ({ url, orderNo: at + 1 }))

const moved = (media: readonly Media[], from: number, to: number) => {
  const next = [...media]
  const [one] = next.splice(from, 1)
  if (one) next.splice(to, 0, one)
  return ordered(next)
}

/**
 * Pictures in their order: chosen, dropped or pasted; uploaded with progress; reordered by drag or by buttons.
 * `value` holds finished uploads only; `onBusy` says whether some are under way.
 */
export const MediaField = (props: {
  value: readonly Media[]
  onChange: (media: Media[]) => void
  upload: (file: File, orderNo: number, options: UploadOptions) => Promise<string>
  onBusy: (isBusy: boolean) => void
  error?: string
}) => {
  const t = useT()
  const format = useFormat()
  const [uploads, setUploads] = useState<Upload[]>([])
  const [isOver, setOver] = useState(false)
  const [dragged, setDragged] = useState<number>()
  const [said, setSaid] = useState("")
  const list = useRef<HTMLUListElement>(null)
  const latest = useRef(props)
  latest.current = props
  // Uploads may end between two renders: each adds to what the one before it made.
  const media = useRef(props.value)
  media.current = props.value
  const running = useRef(uploads)
  running.current = uploads
  const isBusy = uploads.some(upload => upload.failure === undefined)

  useEffect(() => latest.current.onBusy(isBusy), [isBusy])
  // Leaving the page ends what is under way and frees the previews.
  useEffect(
    () => () => {
      for (const upload of running.current) {
        upload.control.abort()
        URL.revokeObjectURL(upload.preview)
      }
    },
    [],
  )

  const change = (id: number, patch: Partial<Upload>) =>
    setUploads(all => all.map(upload => (upload.id === id ? { ...upload, ...patch } : upload)))
  const drop = (upload: Upload) => {
    upload.control.abort()
    URL.revokeObjectURL(upload.preview)
    setUploads(all => all.filter(other => other.id !== upload.id))
  }

  const send = async (upload: Upload) => {
    try {
      const url = await latest.current.upload(upload.file, media.current.length + 1, {
        signal: upload.control.signal,
        onProgress: fraction => change(upload.id, { fraction }),
      })
      drop(upload)
      if (media.current.some(known => known.url === url)) return
      media.current = ordered([...media.current, { url }])
      latest.current.onChange([...media.current])
    } catch (error) {
      if (!upload.control.signal.aborted)
        change(upload.id, { failure: errorMessage(error, "ui.uploadFailed", t), canRetry: true })
    }
  }

  const take = async (files: Iterable<File>) => {
    for (const file of files) {
      const reason = await refusal(file)
      const upload: Upload = {
        id: ++count,
        file,
        preview: reason ? "" : URL.createObjectURL(file),
        fraction: 0,
        control: new AbortController(),
        canRetry: false,
        ...(reason && { failure: t(reason) }),
      }
      setUploads(all => [...all, upload])
      if (!reason) send(upload)
    }
  }
  const retry = (upload: Upload) => {
    const again = { ...upload, control: new AbortController(), fraction: 0, failure: undefined }
    setUploads(all => all.map(other => (other.id === upload.id ? again : other)))
    send(again)
  }

  // An image on the clipboard is taken wherever the form has the focus.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (!files.length) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener("paste", paste)
    return () => document.removeEventListener("paste", paste)
  })

  const move = (from: number, to: number) => {
    props.onChange(moved(props.value, from, to))
    setSaid(t("ui.moved", { from: from + 1, to: to + 1 }))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <div className="stack-sm" id="media" tabIndex={-1}>
      <label
        className={classes("uploader", isOver && "is-over")}
        onDragOver={event => {
          if (!event.dataTransfer.types.includes("Files")) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon name="image" size="lg" />
        <span>
          <span className="link">{t("ui.chooseFile")}</span> {t("ui.orDrop")}
        </span>
        <span className="hint">{t("ui.fileRules")}</span>
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          multiple
          onChange={event => {
            take([...(event.target.files ?? [])])
            event.target.value = ""
          }}
        />
      </label>
      {props.error && (
        <p className="field-error" data-tone="danger">
          <Icon name="error" />
          {props.error}
        </p>
      )}
      {uploads.map(upload => (
        <div className="upload-item" key={upload.id} data-tone={upload.failure ? "danger" : undefined}>
          <span className="thumb">{upload.preview ? <img src={upload.preview} alt="" /> : <Icon name="file" />}</span>
          <span className="row between">
            <b className="clip">{upload.file.name}</b>
            <span className="subtle small tnum">
              {format.fileSize(upload.file.size)}
              {!upload.failure && ` · ${format.percent(Math.round(upload.fraction * 100))}`}
            </span>
          </span>
          {upload.failure ? (
            <p className="field-error" role="alert">
              {upload.failure}
            </p>
          ) : (
            <Progress value={upload.fraction} label={t("ui.uploadingFile", { name: upload.file.name })} />
          )}
          <span className="row">
            {upload.canRetry && upload.failure && (
              <IconButton icon="refresh" label={t("ui.retryUpload", { name: upload.file.name })} onClick={() => retry(upload)} />
            )}
            <IconButton icon="x" label={t("ui.cancelUpload", { name: upload.file.name })} onClick={() => drop(upload)} />
          </span>
        </div>
      ))}
      {props.value.length > 0 && (
        <ul className="media" ref={list}>
          {props.value.map(({ url }, at) => (
            <li
              key={url}
              draggable
              data-dragged={dragged === at || undefined}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={event => {
                if (dragged === undefined) return
                event.preventDefault()
                if (dragged !== at) {
                  move(dragged, at)
                  setDragged(at)
                }
              }}
            >
              <img src={url} alt={t("ui.image", { number: at + 1 })} draggable={false} />
              {at === 0 && <span className="badge badge--accent">{t("ui.cover")}</span>}
              <span className="media__tools">
                <IconButton
                  icon="left"
                  label={t("ui.moveEarlier", { number: at + 1 })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="right"
                  label={t("ui.moveLater", { number: at + 1 })}
                  disabled={at === props.value.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton
                  icon="trash"
                  label={t("ui.removeImage", { number: at + 1 })}
                  onClick={() => props.onChange(ordered(props.value.filter((_, other) => other !== at)))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="sr" aria-live="polite">
        {said}
      </p>
    </div>
  )
}
