import { useEffect, useRef, useState } from "react"
import { errorMessage } from "../../core/errors"
import type { UploadOptions } from "../../core/http"
import type { Key } from "../../core/i18n"
import { detectImageType, maxImageSize } from "../../core/image-type"
import { useT } from "../hooks/use-t"

export type Media = { url: string; orderNo: number }

export type Upload = {
  id: number
  file: File
  /** An object URL, revoked once the upload is gone; "" for a file that was refused. */
  preview: string
  fraction: number
  failure?: string
  control: AbortController
  canRetry: boolean
}

export type Given = {
  value: readonly Media[]
  onChange: (media: Media[]) => void
  upload: (file: File, orderNo: number, options: UploadOptions) => Promise<string>
  onBusy?: (isBusy: boolean) => void
  /** How many pictures there may be. */
  max?: number
}

let count = 0

/** Pictures are numbered by their place, from 1. */
export const ordered = (media: readonly { url: string }[]): Media[] => media.map(({ url }, at) => ({ url, orderNo: at + 1 }))

/** Why a file can't be taken, if it can't (decisions §10). A folder that was dropped can't be read. */
const refusal = async (file: File): Promise<Key | undefined> => {
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
 * Uploads under way or failed. A finished one leaves and joins `value`, in the order in which the files were given,
 * whichever ends first. @param onLeave before an upload's row goes; with the file's name when it is done
 */
export const useUploads = (given: Given, onLeave: (id: number, doneName?: string) => void) => {
  const t = useT()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const latest = useRef({ ...given, onLeave })
  latest.current = { ...given, onLeave }
  // Several uploads may end or start between two renders: each goes on from what the one before it made.
  const now = useRef(uploads)
  const media = useRef(given.value)
  media.current = given.value
  const isGone = useRef(false)
  const born = useRef(new Map<string, { id: number; name: string }>())

  const put = (next: readonly Upload[]) => {
    const was = now.current.some(isRunning)
    const is = next.some(isRunning)
    now.current = next
    setUploads(next)
    if (was !== is) latest.current.onBusy?.(is)
  }
  const change = (id: number, patch: Partial<Upload>) =>
    put(now.current.map(upload => (upload.id === id ? { ...upload, ...patch } : upload)))

  // Leaving the page ends what is under way and frees the previews.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      for (const { control, preview } of now.current) {
        control.abort()
        URL.revokeObjectURL(preview)
      }
      if (now.current.some(isRunning)) latest.current.onBusy?.(false)
      now.current = []
    }
  }, [])

  const drop = (upload: Upload, doneName?: string) => {
    latest.current.onLeave(upload.id, doneName)
    upload.control.abort()
    URL.revokeObjectURL(upload.preview)
    put(now.current.filter(({ id }) => id !== upload.id))
  }

  const join = (url: string, { id, file }: Upload) => {
    if (media.current.some(known => known.url === url)) return
    born.current.set(url, { id, name: file.name })
    const later = media.current.findIndex(known => (born.current.get(known.url)?.id ?? -1) > id)
    media.current = ordered(media.current.toSpliced(later < 0 ? media.current.length : later, 0, { url, orderNo: 0 }))
    latest.current.onChange([...media.current])
  }

  const send = async (upload: Upload) => {
    const { file, control } = upload
    const ahead = now.current.filter(other => isRunning(other) && other.id < upload.id).length
    try {
      const url = await latest.current.upload(file, media.current.length + ahead + 1, {
        signal: control.signal,
        onProgress: fraction => change(upload.id, { fraction }),
      })
      if (control.signal.aborted) return
      drop(upload, file.name)
      join(url, upload)
    } catch (error) {
      if (!control.signal.aborted) change(upload.id, { failure: errorMessage(error, "media.uploadFailed", t), canRetry: true })
    }
  }

  const isFull = () => media.current.length + now.current.filter(isRunning).length >= (given.max ?? Number.POSITIVE_INFINITY)

  const take = async (files: Iterable<File>) => {
    for (const file of files) {
      const reason = isFull() ? "ui.tooManyImages" : await refusal(file)
      if (isGone.current) return
      const upload: Upload = {
        id: ++count,
        file,
        preview: reason ? "" : URL.createObjectURL(file),
        fraction: 0,
        control: new AbortController(),
        canRetry: false,
        ...(reason && { failure: t(reason, { count: given.max ?? 0 }) }),
      }
      put([...now.current, upload])
      if (!reason) send(upload)
    }
  }
  const retry = (upload: Upload) => {
    const again = { ...upload, control: new AbortController(), fraction: 0, failure: undefined }
    put(now.current.map(other => (other.id === upload.id ? again : other)))
    send(again)
  }

  return {
    uploads,
    take,
    retry,
    drop: (upload: Upload) => drop(upload),
    isFull: isFull(),
    /** What a picture of this visit was called as a file, without the ending. */
    nameOf: (url: string) => born.current.get(url)?.name.replace(/\.\w+$/, ""),
  }
}
