import { useEffect } from "react"
import { useLocation } from "wouter"
import { HttpError } from "../../../core/http/http-error"
import { recordGone, recordOpened } from "../../../state/recent-records"

/**
 * Keeps the record of the current page among the person's recent records (docs/console.md#command-palette), and removes it
 * there when it does not exist.
 * @param title name of the record, once it is loaded; @param error why it could not be loaded
 */
export const useRecentRecord = (title: string | undefined, error: unknown) => {
  const [href] = useLocation()
  const isGone = error instanceof HttpError && error.status === 404
  useEffect(() => {
    if (isGone) recordGone(href)
    else if (title) recordOpened({ href, title })
  }, [href, title, isGone])
}
