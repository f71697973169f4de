import type { UploadOptions } from "../../core/http"
import { MediaField } from "./media-field"
import type { FieldOf } from "./use-form"

/** One picture of a record, kept as its address; "" for none. */
export const PictureField = (props: {
  id: string
  label: string
  field: FieldOf<string>
  upload: (file: File, orderNo: number, options: UploadOptions) => Promise<string>
  onBusy: (isBusy: boolean) => void
}) => (
  <MediaField
    id={props.id}
    label={props.label}
    max={1}
    value={props.field.value ? [{ url: props.field.value, orderNo: 1 }] : []}
    onChange={media => props.field.onChange(media.at(-1)?.url ?? "")}
    upload={props.upload}
    onBusy={props.onBusy}
    error={props.field.error}
  />
)
