import type { UploadOptions } from "../../core/http"
import { MediaField } from "./media-field"
import type { BoundField } from "./use-form"

/** One picture of a record, kept as its address; "" for none. */
export const PictureField = ({
  id,
  label,
  field,
  upload,
  onBusy,
}: BoundField<string> & {
  upload: (file: File, orderNo: number, options: UploadOptions) => Promise<string>
  onBusy: (isBusy: boolean) => void
}) => (
  <MediaField
    id={id}
    label={label}
    max={1}
    value={field.value ? [{ url: field.value, orderNo: 1 }] : []}
    onChange={media => field.onChange(media.at(-1)?.url ?? "")}
    upload={upload}
    onBusy={onBusy}
    error={field.error}
  />
)
