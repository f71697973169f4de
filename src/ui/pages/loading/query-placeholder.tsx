import type { useQuery } from "../../hooks/use-query"
import { ErrorPanel } from "../../placeholders/error-panel"
import { Waiting } from "../../placeholders/waiting"

export type QueryState = Pick<ReturnType<typeof useQuery<unknown, unknown>>, "error" | "reload" | "cancel">

type Props = { entry: QueryState; failed: string; isPage?: boolean }

/** Shown in place of data that is being loaded or could not be loaded. @param failed title of the error @param isPage see Empty */
export const QueryPlaceholder = ({ entry, failed, isPage }: Props) =>
  entry.error === undefined ? (
    <Waiting onCancel={entry.cancel} />
  ) : (
    <ErrorPanel title={failed} error={entry.error} onRetry={entry.reload} isPage={isPage} />
  )
