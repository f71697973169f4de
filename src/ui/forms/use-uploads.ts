import { useEffect, useRef, useState } from "react"
import { errorMessage } from "../../core/http/errors"
import { HttpError } from "../../core/http/http"
import type { UploadOptions } from "../../core/http/upload"
import { detectImageType, maxImageSize } from "../../core/image-type"
import { type Media, numberedMedia } from "../../core/media"
import type { Key } from "../../core/text/i18n"
import { useLatest } from "../hooks/use-latest"
import { useT } from "../hooks/use-t"

/** A file that is being uploaded or could not be uploaded. */
export type Upload = {
  id: number
  file: File
  /** An object URL, revoked when the upload is removed; "" for a rejected file. */
  preview: string
  /** Progress, 0 to 1. */
  fraction: number
  failure?: string
  control: AbortController
  canRetry: boolean
}

export type UploadsOptions = {
  value: readonly Media[]
  onChange: (media: Media[]) => void
  /** Uploads a picture and returns its URL. */
  upload: (file: File, orderNo: number, options: UploadOptions) => Promise<string>
  /** Called with whether uploads are running, whenever that changes. */
  onBusy?: (isBusy: boolean) => void
  /** Largest number of pictures. */
  max?: number
}

let lastId = 0

/** Returns why a file is rejected; a dropped folder is unreadable (docs/contract.md#uploads). */
const rejection = async (file: File): Promise<Key | undefined> => {
  if (file.size > maxImageSize) return "ui.fileTooLarge"
  const head = await file
    .slice(0, 16)
    .arrayBuffer()
    .catch(() => undefined)
  if (!head) return "ui.fileUnreadable"
  return detectImageType(new Uint8Array(head)) ? undefined : "ui.fileType"
}

const isRunning = (upload: Upload) => upload.failure === undefined

/**
 * Uploads pictures. A finished upload is moved from `uploads` to `value`; pictures keep the order in which their files were
 * chosen, whichever upload ends first. Where `max` is 1, a finished upload replaces the picture.
 * @param onRemove called before an upload is removed from the list, with the file's name if it has finished
 */
export const useUploads = (options: UploadsOptions, onRemove: (id: number, finishedName?: string) => void) => {
  const t = useT()
  const { max = Number.POSITIVE_INFINITY } = options
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const latest = useLatest({ ...options, onRemove })
  // Uploads that start or end between two renders build on each other's result.
  const current = useRef(uploads)
  const media = useLatest(options.value)
  const isUnmounted = useRef(false)
  const sources = useRef(new Map<string, { id: number; name: string }>())

  const replace = (next: readonly Upload[]) => {
    const wasRunning = current.current.some(isRunning)
    const running = next.some(isRunning)
    current.current = next
    setUploads(next)
    if (wasRunning !== running) latest.current.onBusy?.(running)
  }
  const change = (id: number, patch: Partial<Upload>) =>
    replace(current.current.map(upload => (upload.id === id ? { ...upload, ...patch } : upload)))

  // Unmounting aborts running uploads and revokes the previews.
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      for (const { control, preview } of current.current) {
        control.abort()
        URL.revokeObjectURL(preview)
      }
      const { onBusy } = latest.current
      if (current.current.some(isRunning)) onBusy?.(false)
      current.current = []
    }
  }, [latest])

  const remove = (upload: Upload, finishedName?: string) => {
    latest.current.onRemove(upload.id, finishedName)
    upload.control.abort()
    URL.revokeObjectURL(upload.preview)
    replace(current.current.filter(({ id }) => id !== upload.id))
  }

  const addMedia = (url: string, { id, file }: Upload) => {
    if (media.current.some(other => other.url === url)) return
    sources.current.set(url, { id, name: file.name })
    const others = max === 1 ? [] : media.current
    const later = others.findIndex(other => (sources.current.get(other.url)?.id ?? -1) > id)
    media.current = numberedMedia(others.toSpliced(later < 0 ? others.length : later, 0, { url, orderNo: 0 }))
    latest.current.onChange([...media.current])
  }

  const send = async (upload: Upload) => {
    const { file, control } = upload
    const ahead = current.current.filter(other => isRunning(other) && other.id < upload.id).length
    try {
      const url = await latest.current.upload(file, media.current.length + ahead + 1, {
        signal: control.signal,
        onProgress: fraction => change(upload.id, { fraction }),
      })
      if (control.signal.aborted) return
      remove(upload, file.name)
      addMedia(url, upload)
    } catch (error) {
      // The folder of pictures cannot be written, or too many calls run.
      const isUnavailable = error instanceof HttpError && error.status === 503
      const failure = isUnavailable ? t("media.notStored") : errorMessage(error, "media.uploadFailed", t)
      if (!control.signal.aborted) change(upload.id, { failure, canRetry: true })
    }
  }

  const take = async (files: Iterable<File>, isReplacing: boolean) => {
    for (const file of files) {
      const kept = isReplacing ? 0 : media.current.length
      const isFull = kept + current.current.filter(isRunning).length >= max
      const reason = isFull ? "ui.tooManyImages" : await rejection(file)
      if (isUnmounted.current) return
      const upload: Upload = {
        id: ++lastId,
        file,
        preview: reason ? "" : URL.createObjectURL(file),
        fraction: 0,
        control: new AbortController(),
        canRetry: false,
        ...(reason && { failure: t(reason, { count: max }) }),
      }
      replace([...current.current, upload])
      if (!reason) send(upload)
    }
  }
  const retry = (upload: Upload) => {
    const again = { ...upload, control: new AbortController(), fraction: 0, failure: undefined }
    replace(current.current.map(other => (other.id === upload.id ? again : other)))
    send(again)
  }

  return {
    uploads,
    add: (files: Iterable<File>) => take(files, false),
    /** Uploads the file that takes the place of the only picture, which stays until the upload has finished. */
    replaceWith: (files: Iterable<File>) => take(files, true),
    retry,
    cancel: (upload: Upload) => remove(upload),
    isFull: options.value.length + uploads.filter(isRunning).length >= max,
    isRunning: uploads.some(isRunning),
    /** Returns the file name, without extension, of a picture that was uploaded by this field. */
    nameOf: (url: string) => sources.current.get(url)?.name.replace(/\.\w+$/, ""),
  }
}
