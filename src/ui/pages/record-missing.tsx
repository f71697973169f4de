import { failedCallMessage } from "../../core/errors"
import { HttpError } from "../../core/http"
import { Empty } from "../display/empty"
import { useT } from "../hooks/use-t"

/** A record that is not there, or not the visitor's to see: both look alike (decisions §2). */
export const RecordMissing = (props: { error: unknown; text: string; back: string; href: string }) => {
  const t = useT()
  return (
    <Empty
      tone="neutral"
      icon="file"
      title={failedCallMessage(props.error, "error.notFound", t)}
      text={props.text}
      actions={[{ label: t("ui.backTo", { place: props.back }), icon: "arrow-left", href: props.href }]}
    />
  )
}
RecordMissing.fits = (error: unknown) => error instanceof HttpError && error.status === 404
