import type { ReactNode } from "react"
import { isMissingCall, KeyedError } from "../../core/http/errors"
import type { Key } from "../../core/text/i18n"
import { useT } from "../../ui/hooks/use-t"
import { QueryPlaceholder, type QueryState } from "../../ui/pages/loading/query-placeholder"
import { Empty } from "../../ui/placeholders/empty"

/** Whether the server lacks the call, or ignores the filter by company (docs/contract.md#missing-calls). */
export const isNotOffered = (error: unknown) => error instanceof KeyedError || isMissingCall(error)

/** Attaches to the failure of a write that the server lacks its own words. */
export const offered = (error: unknown): never => {
  throw isNotOffered(error) ? new KeyedError("tenant.notOffered") : error
}

/** A section whose calls the server does not have. */
export const NotOffered = () => {
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
  return isNotOffered(entry.error) ? <NotOffered /> : <QueryPlaceholder entry={entry} failed={t(failed)} />
}
