import { HttpError } from "../core/http"
import { Empty } from "./empty"
import { useT } from "./use-t"

/** A record that is not there, or not the visitor's to see: both look alike (decisions §2). */
export const RecordMissing = ({ text, back, href }: { text: string; back: string; href: string }) => {
  const t = useT()
  return (
    <Empty
      tone="neutral"
      icon="file"
      title={t("error.notFound")}
      text={text}
      actions={[{ label: t("ui.backTo", { place: back }), icon: "arrow-left", href }]}
    />
  )
}
RecordMissing.fits = (error: unknown) => error instanceof HttpError && error.status === 404
