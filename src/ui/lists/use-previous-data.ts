import { useDeferredValue, useState } from "react"
import type { Entry } from "../../core/http/query"

/**
 * Returns an entry, such as a page of a list, with the data of the previous query while another one is loaded, so that nothing moves meanwhile.
 * @param filters those of a list: what a change of them leads to is rendered after the paint in which the filters themselves have changed
 */
export const usePreviousData = <T>(entry: Entry<T>, filters?: object) => {
  const [kept, setKept] = useState(entry.data)
  const isDeferred = useDeferredValue(filters) !== filters
  if (entry.data && entry.data !== kept && !isDeferred) setKept(entry.data)
  const isStale = kept !== undefined && (isDeferred || (!entry.data && entry.error === undefined))
  return { data: isStale ? kept : entry.data, isStale, isDeferred }
}
