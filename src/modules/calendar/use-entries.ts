import { useCallback, useMemo } from "react"
import { type CalendarEntry, type CalendarKind, calendarKinds } from "../../contract/calendar"
import { cleanLine } from "../../core/text/clean-text"
import { fold } from "../../core/text/fold"
import { ownerName } from "../../ui/display/owner-mark"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useT } from "../../ui/hooks/use-t"
import { type Phase, pathsOf, phaseOf } from "./kinds"
import type { Dates } from "./move"
import { keyOf, type ShownEntry } from "./places"

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

/**
 * The entries of the calendar as they are shown: of the chosen kinds and phases, as filtered, with the dates that are being
 * saved, and with their owners where there are several. `hidden`: how many others have another phase.
 */
export const useEntries = (
  loaded: readonly CalendarEntry[],
  shown: ReadonlyMap<string, Dates>,
  { kinds, phases }: { kinds: readonly CalendarKind[]; phases: readonly Phase[] },
  { keyword = "", brandId, categoryId }: Record<string, string | undefined>,
) => {
  const t = useT()
  return useMemo(() => {
    const text = fold(cleanLine(keyword))
    const found = loaded
      .filter(entry => kinds.includes(entry.kind))
      .filter(entry => (!brandId || entry.brandId === brandId) && (!categoryId || entry.categoryId === categoryId))
      .filter(entry => !text || fold(`${entry.title} ${entry.brandName}`).includes(text))
    const chosen = found.filter(entry => phases.includes(phaseOf(entry)))
    const hasOwners = new Set(chosen.map(({ tenantId }) => tenantId)).size > 1
    const entries = chosen.map(
      (entry): ShownEntry => ({ ...entry, ...shown.get(keyOf(entry)), ...(hasOwners && { owner: ownerName(entry, t) }) }),
    )
    return { entries, hidden: found.length - chosen.length }
  }, [loaded, shown, kinds, phases, keyword, brandId, categoryId, t])
}
