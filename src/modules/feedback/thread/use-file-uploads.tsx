import { useRef, useState } from "react"
import { pictureTypes } from "../../../core/image-type"
import { UploadRow } from "../../../ui/forms/media-field"
import { useUploads } from "../../../ui/forms/use-uploads"
import { useT } from "../../../ui/hooks/use-t"
import { uploadFeedbackFile } from "../api"
import type { Attached } from "./attachment-links"

/** Largest number of files of an entry, and of the feedback itself. */
export const maxFiles = 20

/**
 * Uploads files of feedback.
 * @param value the files that are uploaded; @param onBusy called with whether uploads are running
 * @returns `choose` opens the dialog of the browser, whose input is in `elements` with the rows of the running uploads
 */
export const useFileUploads = (
  value: readonly Attached[],
  onChange: (files: Attached[]) => void,
  onBusy?: (isBusy: boolean) => void,
) => {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const uploaded = useRef(new Map<string, Attached>())
  const [liveText, setLiveText] = useState("")
  const { uploads, add, retry, cancel, isFull } = useUploads(
    {
      value: value.map(({ url }, index) => ({ url, orderNo: index + 1 })),
      onChange: media =>
        onChange(media.map(({ url }) => value.find(file => file.url === url) ?? uploaded.current.get(url) ?? { name: "", url })),
      upload: async (file, orderNo, options) => {
        const url = await uploadFeedbackFile(file, orderNo, options)
        uploaded.current.set(url, { name: file.name, url, size: file.size })
        return url
      },
      onBusy,
      max: maxFiles,
    },
    (_, finishedName) => {
      if (finishedName) setLiveText(t("ui.uploadDone", { name: finishedName }))
    },
  )
  return {
    isFull,
    add,
    choose: () => input.current?.click(),
    elements: (
      <>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={pictureTypes}
          onChange={event => {
            add([...(event.target.files ?? [])])
            event.target.value = ""
          }}
        />
        {uploads.map(upload => (
          <UploadRow key={upload.id} upload={upload} onRetry={() => retry(upload)} onCancel={() => cancel(upload)} />
        ))}
        <p className="sr-only" role="status">
          {liveText}
        </p>
      </>
    ),
  }
}
