import { memo } from "react"
import { MediaField } from "./media-field"
import type { BoundField } from "./use-form"
import type { UploadsOptions } from "./use-uploads"

/** Uploads one picture; its value is the URL, "" for none. */
export const PictureField = memo(({ field, ...props }: BoundField<string> & Pick<UploadsOptions, "upload" | "onBusy">) => (
  <MediaField
    {...props}
    max={1}
    value={field.value ? [{ url: field.value, orderNo: 1 }] : []}
    onChange={media => field.onChange(media.at(-1)?.url ?? "")}
    error={field.error}
  />
))
