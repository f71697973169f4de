import { useState } from "react"
import type { Page } from "../../core/envelope"
import type { Entry } from "../../core/query"

/** Returns the entry of a list with the page of the previous query while another one is loaded, so that nothing moves meanwhile. */
export const useKeptPage = <T>(entry: Entry<Page<T>>) => {
  const [kept, setKept] = useState(entry.data)
  if (entry.data && entry.data !== kept) setKept(entry.data)
  const isStale = !entry.data && entry.error === undefined && kept !== undefined
  return { data: isStale ? kept : entry.data, isStale }
}
