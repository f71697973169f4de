import { failedCallMessage } from "../../../core/http/errors"
import { HttpError } from "../../../core/http/http"
import { backLinkTo } from "../../../state/list-positions"
import { useScreenContext } from "../../hooks/screen-context"
import { useT } from "../../hooks/use-t"
import { Empty } from "../../placeholders/empty"
import { QueryPlaceholder, type QueryState } from "../loading/query-placeholder"
import { useResourceTexts } from "../resource-texts"

/**
 * Shown in place of a record that is being loaded, could not be loaded or does not exist; a record out of the user's reach
 * is reported like a missing one (docs/contract.md#statuses).
 */
export const RecordPlaceholder = ({ texts, entry }: { texts: string; entry: QueryState }) => {
  const t = useT()
  const text = useResourceTexts(texts)
  const { base } = useScreenContext()
  const { error } = entry
  if (!(error instanceof HttpError && error.status === 404))
    return <QueryPlaceholder entry={entry} failed={t("ui.recordFailed", { title: text("one") })} isPage />
  return (
    <Empty
      isPage
      icon="file"
      title={failedCallMessage(error, "error.notFound", t)}
      text={text("gone")}
      actions={[{ label: t("ui.backTo", { place: text("many") }), icon: "arrow-left", href: backLinkTo(base).href }]}
    />
  )
}
