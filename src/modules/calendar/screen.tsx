import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react"
import type { CalendarEntry } from "../../contract/calendar"
import { compact } from "../../core/compact"
import type { Day } from "../../core/dates/dates"
import { hasReligiousHolidays } from "../../core/dates/holidays"
import { parseList } from "../../core/http/list-query"
import { config } from "../../state/config"
import { currentDay } from "../../state/current-day"
import { can } from "../../state/features"
import { cache } from "../../state/instances"
import { Button, IconButton } from "../../ui/controls/button"
import { Segmented } from "../../ui/controls/segmented"
import { Alert } from "../../ui/display/alert"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import { useFormat } from "../../ui/hooks/use-format"
import { useLatest } from "../../ui/hooks/use-latest"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { useTitle } from "../../ui/hooks/use-title"
import { type Filter, ListFilters } from "../../ui/lists/list-filters"
import type { PrefetchTarget } from "../../ui/pages/loading/lazy-screen"
import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { ReloadFailedBanner } from "../../ui/pages/loading/reload-failed-banner"
import { SlowCallBanner } from "../../ui/pages/loading/slow-call-banner"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { PageHeader } from "../../ui/pages/page-header"
import { Empty } from "../../ui/placeholders/empty"
import { ErrorPanel } from "../../ui/placeholders/error-panel"
import { categoryOptions } from "../categories/api"
import { ownerOptions } from "../owners/api"
import { partnerOptions } from "../partners/api"
import { Agenda } from "./agenda"
import { listCalendar } from "./api"
import { Choices } from "./choices"
import { DayField } from "./day-field"
import { kinds, phases, usualPhases } from "./kinds"
import { MonthGrid } from "./month-grid"
import { overlapsOf } from "./overlaps"
import { OverlapsCard } from "./overlaps-card"
import { isWithin, keyOf, placesOf } from "./places"
import { dayText } from "./texts"
import { UndatedCard } from "./undated-card"
import { useEntries, useRights } from "./use-entries"
import { useMoves } from "./use-moves"
import { monthAfter, monthOf, periodOf, queryOf, useCalendarState } from "./view-state"

/** The records' own words name their dates and what their rules refuse. */
const dialogs = withTexts("calendar.dialogs", () => import("./dialogs"))
const DayDialog = lazyScreen(dialogs, module => module.DayDialog)
const EntryDialog = lazyScreen(dialogs, module => module.EntryDialog)
const MoveDialog = lazyScreen(dialogs, module => module.MoveDialog)
const MoveConflictDialog = lazyScreen(dialogs, module => module.MoveConflictDialog)

/** What is open above the calendar. `day`: the day from which an entry was opened, to return to. */
type Opened =
  | { kind: "day"; day: Day; isMoving: boolean }
  | { kind: "entry"; entry: CalendarEntry; day?: Day }
  | { kind: "move"; entry: CalendarEntry }

const none: readonly CalendarEntry[] = []
const monthAndYear = { month: "long", year: "numeric" } as const

/** The calendar of campaigns, draws, announcements and surveys (docs/console.md#calendar). */
export const CalendarScreen = () => {
  const t = useT()
  const format = useFormat()
  const hintId = useId()
  const state = useCalendarState()
  const { today, month, query, view, filters } = state
  const { base } = useScreenContext()
  const { open, mayWrite, isMovable } = useRights()
  const isPlatform = useCurrentUser()?.role === "Administrator"
  const entry = useQuery(listCalendar, query, open.length > 0)
  const moves = useMoves(query, base)
  const [opened, setOpened] = useState<Opened>()
  const [notice, setNotice] = useState("")
  const [day, setDay] = useState(monthOf(today) === month ? today : `${month}-01`)
  const focused = monthOf(day) === month ? day : monthOf(today) === month ? today : `${month}-01`
  const root = useRef<HTMLDivElement>(null)
  useTitle(t("nav.calendar"))

  const { data } = entry
  // The grid and the agenda are rendered in slices, after the paint that answers the input.
  const shownMonth = useDeferredValue(month)
  const shownView = useDeferredValue(view)
  const shownDay = useDeferredValue(focused)
  const loaded = useDeferredValue(data)?.entries ?? none
  const isBusy = useDeferredValue(entry.loading && !data)
  const pending = useDeferredValue(moves.shown)
  const chosen = useDeferredValue(useMemo(() => ({ kinds: state.kinds, phases: state.phases }), [state.kinds, state.phases]))
  const { entries, hidden } = useEntries(loaded, pending, chosen, useDeferredValue(filters))
  const places = useMemo(() => entries.flatMap(found => placesOf(found, config.timeZone)), [entries])
  const overlaps = useMemo(() => {
    const { from, to } = periodOf(shownMonth, shownView, today)
    return overlapsOf(entries, config.timeZone).filter(overlap => isWithin(overlap, from, to))
  }, [entries, shownMonth, shownView, today])
  const overlapping = useMemo(() => new Set(overlaps.flatMap(({ first, second }) => [keyOf(first), keyOf(second)])), [overlaps])
  const visible = periodOf(month, view, today)
  const undated = useMemo(() => {
    const { from, to } = periodOf(shownMonth, shownView, today)
    const isOpenEnded = ({ startDate, endDate }: CalendarEntry) => !(startDate && endDate)
    return entries.filter(
      found => isOpenEnded(found) && !placesOf(found, config.timeZone).some(place => isWithin(place, from, to)),
    )
  }, [entries, shownMonth, shownView, today])
  // A dialog that closes returns the focus to its opener, which a move may have replaced.
  const isOpen = opened !== undefined || moves.conflict !== undefined
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>(`[data-day][tabindex="0"]`)?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const goTo = (next: Day) => {
    setDay(next)
    setNotice("")
    if (monthOf(next) !== month) state.setMonth(monthOf(next), true)
  }
  const openEntry = (found: CalendarEntry, from?: Day) => setOpened({ kind: "entry", entry: found, ...(from && { day: from }) })
  const openMove = (found: CalendarEntry) => (isMovable(found) ? setOpened({ kind: "move", entry: found }) : openEntry(found))
  const moveFrom = (from: Day) => {
    const movable = entries.filter(
      found => isMovable(found) && placesOf(found, config.timeZone).some(place => isWithin(place, from, from)),
    )
    const [only, ...others] = movable
    setNotice(only ? "" : t("calendar.nothingToMove"))
    if (only) setOpened(others.length ? { kind: "day", day: from, isMoving: true } : { kind: "move", entry: only })
  }
  const reasonFor = (found: CalendarEntry) => {
    if (isMovable(found)) return undefined
    if (!mayWrite(found)) return t("ui.readOnly")
    return t(found.tenantId === null ? "ui.platformRecord" : "ui.companyRecord")
  }

  const latest = useLatest({ goTo, openEntry, openMove, moveFrom, move: moves.move })
  const days = useMemo(() => {
    const parts = {
      today,
      places,
      overlapping,
      isBusy,
      onOpen: (found: CalendarEntry, from?: Day) => latest.current.openEntry(found, from),
    }
    if (shownView !== "month") return <Agenda {...parts} {...periodOf(shownMonth, shownView, today)} />
    return (
      <MonthGrid
        {...parts}
        month={shownMonth}
        day={shownDay}
        pending={pending}
        label={dayText(`${shownMonth}-01`, monthAndYear)}
        describedBy={hintId}
        isMovable={isMovable}
        onDay={next => latest.current.goTo(next)}
        onOpenDay={at => setOpened({ kind: "day", day: at, isMoving: false })}
        onMoveDay={from => latest.current.moveFrom(from)}
        onMove={(found, dates) => (dates ? latest.current.move(found, dates) : latest.current.openMove(found))}
      />
    )
  }, [shownView, shownMonth, shownDay, today, places, overlapping, isBusy, pending, isMovable, hintId, latest, t])

  if (open.length === 0) return <Empty isPage icon="lock" title={t("calendar.noKinds")} text={t("calendar.noKindsText")} />

  const hasCampaigns = open.includes("campaigns")
  const filterList = compact<Filter>([
    isPlatform && can("lists.byOwner") && { kind: "choice", name: "tenantId", label: "ui.owner", options: ownerOptions },
    hasCampaigns && { kind: "choice", name: "brandId", label: "campaign.brandId", options: partnerOptions },
    hasCampaigns && { kind: "choice", name: "categoryId", label: "campaign.categoryId", options: categoryOptions },
  ])
  const isUpcoming = view === "agenda" && month === monthOf(today)
  const title = isUpcoming ? format.period(today, visible.to) : dayText(`${month}-01`, monthAndYear)
  const unknownYears = [...new Set([visible.from, visible.to].map(found => found.slice(0, 4)))].filter(
    found => !hasReligiousHolidays(found),
  )

  return (
    <div className="stack" ref={root}>
      <PageHeader
        title={t("nav.calendar")}
        text={t("calendar.intro")}
        actions={
          <Segmented
            label={t("calendar.view")}
            value={view}
            onChange={state.setView}
            options={[
              { value: "month", label: t("calendar.view.month"), icon: "calendar" },
              { value: "agenda", label: t("calendar.view.agenda"), icon: "list" },
            ]}
          />
        }
      />
      <SlowCallBanner isPending={entry.loading} onCancel={entry.cancel} />
      {entry.error !== undefined && data && (
        <ReloadFailedBanner title={t("calendar.loadFailed")} error={entry.error} onRetry={entry.reload} />
      )}
      {data?.isCut && <Alert tone="warning" title={t("calendar.cut", { total: data.total, shown: data.entries.length })} />}
      <section className="card schedule-card" aria-label={t("nav.calendar")}>
        <div className="schedule-bar">
          <div className="row">
            <IconButton icon="left" label={t("ui.previousMonth")} onClick={() => state.setMonth(monthAfter(month, -1))} />
            <Button onClick={() => goTo(today)}>{t("ui.today")}</Button>
            <IconButton icon="right" label={t("ui.nextMonth")} onClick={() => state.setMonth(monthAfter(month, 1))} />
          </div>
          <h2 aria-live="polite">{title}</h2>
          <div className="push-end schedule-bar__jump">
            <DayField id={`${hintId}-day`} day={focused} onDay={goTo} />
          </div>
        </div>
        <ListFilters list={state.filterList} filters={filterList} search={t("calendar.search")} />
        <Choices
          legend={t("calendar.kinds")}
          options={open.map(kind => ({ value: kind, label: t(kinds[kind].many), icon: kinds[kind].icon }))}
          chosen={state.kinds.filter(kind => open.includes(kind))}
          usual={open}
          onChange={next => state.setKinds(next, open)}
        />
        <Choices
          legend={t("calendar.phases")}
          options={phases.map(phase => ({ value: phase, label: t(`calendar.phase.${phase}`) }))}
          chosen={state.phases}
          usual={usualPhases}
          onChange={state.setPhases}
        />
        {!data && entry.error !== undefined ? (
          <ErrorPanel title={t("calendar.loadFailed")} error={entry.error} onRetry={entry.reload} />
        ) : (
          days
        )}
        {(view === "month" || unknownYears.length > 0 || hidden > 0) && (
          <div className="card__foot">
            {hidden > 0 && (
              <p className="small row row-wrap">
                {t("calendar.hidden", { count: hidden })}
                <Button size="sm" tone="ghost" onClick={() => state.setPhases(phases)}>
                  {t("calendar.showAll")}
                </Button>
              </p>
            )}
            {view === "month" && (
              <>
                <p role="status">{notice}</p>
                <p className="small key-hint" id={hintId}>
                  {t("calendar.keys")}
                </p>
              </>
            )}
            {unknownYears.map(found => (
              <p key={found} className="small">
                {t("calendar.religiousUnknown", { year: found })}
              </p>
            ))}
          </div>
        )}
      </section>
      {undated.length > 0 && <UndatedCard entries={undated} onOpen={openEntry} />}
      {overlaps.length > 0 && <OverlapsCard overlaps={overlaps} />}

      {opened?.kind === "day" && (
        <DayDialog
          {...opened}
          places={places}
          overlapping={overlapping}
          isMovable={isMovable}
          onOpen={found => openEntry(found, opened.day)}
          onMove={openMove}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.kind === "entry" && (
        <EntryDialog
          entry={opened.entry}
          overlaps={overlaps.filter(({ first, second }) => [keyOf(first), keyOf(second)].includes(keyOf(opened.entry)))}
          reason={reasonFor(opened.entry)}
          onMove={() => openMove(opened.entry)}
          onClose={() => setOpened(opened.day ? { kind: "day", day: opened.day, isMoving: false } : undefined)}
        />
      )}
      {opened?.kind === "move" && (
        <MoveDialog
          entry={opened.entry}
          onSave={(stored, dates) => moves.saveStored(opened.entry, stored, dates)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {moves.conflict && (
        <MoveConflictDialog
          conflict={moves.conflict}
          onResolve={dates => {
            const { entry: found, stored } = moves.conflict ?? {}
            moves.endConflict()
            if (found && stored) moves.saveStored(found, stored, dates)
          }}
          onClose={moves.endConflict}
        />
      )}
    </div>
  )
}

/** Prefetches the calendar that a link leads to. */
export const prefetch = ({ search }: PrefetchTarget) => {
  const { query } = queryOf(parseList(search), currentDay())
  cache.prefetch(listCalendar, query)
}
