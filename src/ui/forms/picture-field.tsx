import { memo } from "react"
import type { Bound } from "../../core/form/parts"
import { useBound } from "./bound"
import { Pictures } from "./media-field"
import type { UploadsOptions } from "./use-uploads"

type Props = (Bound<string> | Bound<string | null>) &
  Pick<UploadsOptions, "upload"> & {
    /** The name of the field where its label does not tell which one it is. */
    name?: string
    /** The value of none; "" if absent. */
    none?: null
  }

/** Uploads one picture; its value is the URL. */
export const PictureField = memo((bound: Props) => {
  const { id, label, field, upload, name = label, none = "" } = useBound(bound as Bound<string | null> & Props)
  return (
    <Pictures
      id={id}
      label={name}
      upload={upload}
      max={1}
      value={field.value ? [{ url: field.value, orderNo: 1 }] : []}
      onChange={media => field.onChange(media.at(-1)?.url ?? none)}
      onBusy={field.onBusy}
      error={field.error}
    />
  )
})
