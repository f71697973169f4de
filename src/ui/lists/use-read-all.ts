import { useEffect, useRef, useState } from "react"
import type { Query } from "../../core/http/http"
import type { Page } from "../../core/http/pages"
import type { Read } from "../../core/http/query"
import { readAllPages } from "../../core/http/read-all-pages"
import type { Key } from "../../core/text/i18n"
import { notifyFailure } from "../../state/notifications"

/**
 * Returns a function that calls `onAll` with the records of all pages of a list; `hasRead`: whether it was called for the
 * filters and the order of `query`.
 */
export const useReadAll = <T>(read: Read<Query, Page<T>>, query: Query, failed: Key, onAll: (rows: T[]) => void) => {
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState("")
  const filters = JSON.stringify({ ...query, page: 0 })
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const run = async () => {
    control.current = new AbortController()
    const { signal } = control.current
    setBusy(true)
    try {
      const rows = await readAllPages(paging => read({ ...query, ...paging }, signal))
      if (signal.aborted) return
      onAll(rows)
      setDone(filters)
    } catch (error) {
      if (!signal.aborted) notifyFailure(error, failed)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run, hasRead: done === filters }
}
