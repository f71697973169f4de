import { useState } from "react"
import type { CalendarEntry } from "../../contract/calendar"
import { errorMessage, KeyedError } from "../../core/http/errors"
import type { HttpError } from "../../core/http/http"
import { isConflict } from "../../core/http/http-error"
import { cache, confirmation } from "../../state/instances"
import { offerUndo } from "../../state/notifications"
import { notify } from "../../state/toasts"
import { codeLabel } from "../../ui/display/badge"
import { messageText } from "../../ui/forms/message-text"
import { useLatest } from "../../ui/hooks/use-latest"
import { useT } from "../../ui/hooks/use-t"
import { type CalendarQuery, listCalendar } from "./api"
import { kinds, pathsOf } from "./kinds"
import { areSameDates, type Dates, datesOf } from "./move"
import { keyOf } from "./places"
import { type StoredRecord, storedRecord } from "./stored-record"

/** A move that the rules refuse, with the words of the form. */
class RefusedMove extends Error {}

/** Dates that two people have moved: what the calendar showed, what the person wants, and what is stored. */
export type MoveConflict = { entry: CalendarEntry; seen: Dates; mine: Dates; stored: StoredRecord }

/** The words of the records, in which their rules refuse. */

/**
 * Moves entries: reads the record, checks it by its form's rules, saves it through its module's call. The calendar shows the new
 * dates at once and the old ones again if it fails (docs/console.md#calendar).
 * @param query the calendar that is shown; @param base its path
 */
export const useMoves = (query: CalendarQuery, base: string) => {
  const t = useT()
  const [shown, setShown] = useState<ReadonlyMap<string, Dates>>(new Map())
  const [conflict, setConflict] = useState<MoveConflict>()
  // The person may go to another month while a move is saved.
  const latest = useLatest(query)
  const reload = () => cache.load(listCalendar, latest.current, true).catch(() => undefined)

  const show = (entry: CalendarEntry, dates: Dates | undefined) =>
    setShown(before => {
      const next = new Map(before)
      if (dates) next.set(keyOf(entry), dates)
      else next.delete(keyOf(entry))
      return next
    })

  const check = (stored: StoredRecord, dates: Dates) => {
    if (stored.blockedReason) throw new RefusedMove(t(stored.blockedReason))
    const { startDate, endDate, drawDate, ...others } = stored.errorsWith(dates)
    const message = startDate ?? endDate ?? drawDate
    if (message) throw new RefusedMove(messageText(message, t))
    const other = Object.values(others).find(found => found !== undefined)
    if (other) throw new RefusedMove(t("calendar.otherField", { message: messageText(other, t) }))
  }

  /** Asks before a move that changes the status. */
  const isAgreed = async ({ kind, title }: CalendarEntry, stored: StoredRecord, dates: Dates) => {
    const { status } = kinds[kind]
    const next = stored.statusWith(dates, Date.now())
    if (status.of.name(next) === status.of.name(stored.status)) return true
    const [from, to] = [codeLabel(status, stored.status, t), codeLabel(status, next, t)]
    return confirmation.ask({
      title: t("calendar.statusTitle", { title }),
      text: t("calendar.statusText", { from, to }),
      confirmLabel: t("calendar.move"),
    })
  }

  const save = async (entry: CalendarEntry, stored: StoredRecord, dates: Dates): Promise<unknown> => {
    check(stored, dates)
    // The answer to an earlier attempt may have been lost.
    if (areSameDates(stored.dates, dates)) return reload()
    if (!(await isAgreed(entry, stored, dates))) return
    try {
      const { undoToken, status } = await stored.save(dates)
      const about = { subject: entry.title, href: pathsOf(entry, base).view, status }
      offerUndo(undoToken, [entry.kind, listCalendar.tag], t("calendar.moved"), about)
    } catch (error) {
      if (!isConflict(error)) throw error
      setConflict({ entry, seen: stored.dates, mine: dates, stored: stored.current(error as HttpError) })
    }
    await reload()
  }

  /** Shows the dates while `run` saves them, and offers to repeat it if the call fails. */
  const optimistically = async (entry: CalendarEntry, dates: Dates, run: () => Promise<unknown>) => {
    show(entry, dates)
    try {
      await run()
    } catch (error) {
      const isRefused = error instanceof RefusedMove
      const repeat = () => optimistically(entry, dates, run)
      notify({
        tone: "danger",
        title: t("calendar.notMoved", { title: entry.title }),
        text: isRefused ? error.message : errorMessage(error, "calendar.moveFailed", t),
        ...(!isRefused && !(error instanceof KeyedError) && { action: { label: "ui.retry", run: repeat } }),
        alwaysShown: true,
      })
    } finally {
      show(entry, undefined)
    }
  }

  return {
    /** Dates of the entries that are being saved, by key. */
    shown,
    conflict,
    /** Moves an entry as the calendar shows it. If the stored dates differ, both are compared first. */
    move: (entry: CalendarEntry, dates: Dates) =>
      optimistically(entry, dates, async () => {
        const stored = await storedRecord(entry)
        const seen = datesOf(entry)
        if (areSameDates(stored.dates, seen) || areSameDates(stored.dates, dates)) return save(entry, stored, dates)
        check(stored, dates)
        setConflict({ entry, seen, mine: dates, stored })
        await reload()
      }),
    /** Saves dates of a record that has been read. */
    saveStored: (entry: CalendarEntry, stored: StoredRecord, dates: Dates) =>
      optimistically(entry, dates, () => save(entry, stored, dates)),
    endConflict: () => setConflict(undefined),
  }
}
