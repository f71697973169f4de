import { useCallback, useMemo } from "react"
import { type CalendarEntry, type CalendarKind, calendarKinds } from "../../contract/calendar"
import { fold } from "../../core/text/fold"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { pathsOf } from "./kinds"
import type { Dates } from "./move"
import { keyOf } from "./places"

/** Returns the kinds that the person may read, and which records they may change. */
export const useRights = () => {
  const { base, mayOpen, isInReach } = useScreenContext()
  const [open, writable] = useMemo(() => {
    const kindsWith = (path: "list" | "edit") => calendarKinds.filter(kind => mayOpen(pathsOf({ kind, id: "0" }, base)[path]))
    return [kindsWith("list"), kindsWith("edit")]
  }, [mayOpen, base])
  const mayWrite = useCallback(({ kind }: CalendarEntry) => writable.includes(kind), [writable])
  const isMovable = useCallback(
    (entry: CalendarEntry) => entry.canChange && isInReach(entry) && mayWrite(entry),
    [isInReach, mayWrite],
  )
  return { open, mayWrite, isMovable }
}

/** The entries of the calendar as they are shown: of the chosen kinds, as filtered, with the dates that are being saved. */
export const useEntries = (
  loaded: readonly CalendarEntry[],
  shown: ReadonlyMap<string, Dates>,
  chosen: readonly CalendarKind[],
  { keyword = "", brandId, categoryId }: Record<string, string | undefined>,
) =>
  useMemo(() => {
    const text = fold(keyword.trim())
    return loaded
      .filter(entry => chosen.includes(entry.kind))
      .filter(entry => (!brandId || entry.brandId === brandId) && (!categoryId || entry.categoryId === categoryId))
      .filter(entry => !text || fold(`${entry.title} ${entry.brandName}`).includes(text))
      .map(entry => {
        const dates = shown.get(keyOf(entry))
        return dates ? { ...entry, ...dates } : entry
      })
  }, [loaded, shown, chosen, keyword, brandId, categoryId])
