import type { ReactNode } from "react"
import type { Key } from "../../core/text/i18n"
import { NotOffered } from "../../state/features"
import { useT } from "../../ui/hooks/use-t"
import { QueryPlaceholder, type QueryState } from "../../ui/pages/loading/query-placeholder"
import { Empty } from "../../ui/placeholders/empty"

/** A section whose calls, or whose filter by company, the server does not have. */
export const MissingSection = () => {
  const t = useT()
  return <Empty icon="info" title={t("tenant.notOffered")} text={t("tenant.notOfferedText")} />
}

/** The content of a loaded read, or what is shown in its place. @param failed title of the error */
export const Section = <T,>({
  entry,
  failed,
  children,
}: {
  entry: QueryState & { data?: T }
  failed: Key
  children: (data: T) => ReactNode
}) => {
  const t = useT()
  if (entry.data !== undefined) return children(entry.data)
  return entry.error instanceof NotOffered ? <MissingSection /> : <QueryPlaceholder entry={entry} failed={t(failed)} />
}
