import { useState } from "react"
import type { Entry } from "../../core/query"

/** Returns an entry, such as a page of a list, with the data of the previous query while another one is loaded, so that nothing moves meanwhile. */
export const useKeptPage = <T>(entry: Entry<T>) => {
  const [kept, setKept] = useState(entry.data)
  if (entry.data && entry.data !== kept) setKept(entry.data)
  const isStale = !entry.data && entry.error === undefined && kept !== undefined
  return { data: isStale ? kept : entry.data, isStale }
}
