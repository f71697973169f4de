import { useState } from "react"
import type { CalendarEntry } from "../../contract/calendar"
import type { Day } from "../../core/dates/dates"
import type { FormSession } from "../../core/form/session"
import { config } from "../../state/config"
import { Button, LinkButton } from "../../ui/controls/button"
import { Checkbox } from "../../ui/controls/checkbox"
import { Badge, CodeBadge } from "../../ui/display/badge"
import { Facts } from "../../ui/display/facts"
import { Icon } from "../../ui/display/icons/icon"
import { Link } from "../../ui/display/link"
import { ownerName } from "../../ui/display/owner-mark"
import { useObservable } from "../../ui/forms/bound"
import { asDateTime } from "../../ui/forms/compare"
import { ConflictDialog } from "../../ui/forms/conflict"
import { DateTimeField } from "../../ui/forms/date-fields"
import { DialogForm } from "../../ui/forms/dialog-form"
import { useScreenContext } from "../../ui/hooks/screen-context"
import { useFormat } from "../../ui/hooks/use-format"
import { useQuery } from "../../ui/hooks/use-query"
import { useT } from "../../ui/hooks/use-t"
import { Dialog } from "../../ui/overlays/dialog"
import { QueryPlaceholder } from "../../ui/pages/loading/query-placeholder"
import { EntryRow, eventsOn } from "./agenda"
import { kinds, pathsOf } from "./kinds"
import { type Dates, movedToStart } from "./move"
import type { Overlap } from "./overlaps"
import { keyOf, type Place } from "./places"
import { type StoredRecord, storedRecord } from "./stored-record"
import { dayText, holidayNames, lengthOf, periodText } from "./texts"
import type { MoveConflict } from "./use-moves"

/** The entries and holidays of a day. @param isMoving the person chooses an entry to move */
export const DayDialog = (props: {
  day: Day
  places: readonly Place[]
  overlapping: ReadonlySet<string>
  isMoving: boolean
  isMovable: (entry: CalendarEntry) => boolean
  onOpen: (entry: CalendarEntry) => void
  onMove: (entry: CalendarEntry) => void
  onClose: () => void
}) => {
  const t = useT()
  const { day, isMoving } = props
  const events = eventsOn(props.places, day).filter(({ entry }) => !isMoving || props.isMovable(entry))
  const holidays = holidayNames(day, t)
  return (
    <Dialog
      title={dayText(day, { dateStyle: "full" })}
      text={isMoving ? t("calendar.moveMany") : t("calendar.entries", { count: events.length })}
      onClose={props.onClose}
      size="wide"
    >
      <div className="dialog__body schedule-day">
        {holidays.map(name => (
          <p key={name} className="row muted">
            <Icon name="star" size="sm" />
            {name}
          </p>
        ))}
        {events.length > 0 ? (
          <ul>
            {events.map((event, index) => (
              <EntryRow
                key={event.key}
                isFirst={index === 0}
                event={event}
                hasOverlap={props.overlapping.has(keyOf(event.entry))}
                onOpen={isMoving ? props.onMove : props.onOpen}
              />
            ))}
          </ul>
        ) : (
          <p className="muted">{t("calendar.noEntries")}</p>
        )}
      </div>
      <div className="dialog__foot">
        <Button data-focus={events.length === 0 || undefined} onClick={props.onClose}>
          {t("ui.close")}
        </Button>
      </div>
    </Dialog>
  )
}

/** The facts of an entry, with links to its record. @param reason why it cannot be changed */
export const EntryDialog = (props: {
  entry: CalendarEntry
  overlaps: readonly Overlap[]
  reason: string | undefined
  onMove: () => void
  onClose: () => void
}) => {
  const t = useT()
  const format = useFormat()
  const { base } = useScreenContext()
  const { entry, overlaps, reason } = props
  const { one, icon, status, labels } = kinds[entry.kind]
  const paths = pathsOf(entry, base)
  const days = lengthOf(entry)
  const isCampaign = entry.kind === "campaigns"
  return (
    <Dialog title={entry.title} icon={icon} onClose={props.onClose}>
      <div className="dialog__body">
        <p className="row row-wrap">
          <span>{t(one)}</span>
          <CodeBadge {...status} value={entry.status} />
          {entry.isFull && <Badge tone="warning">{t("campaign.full")}</Badge>}
        </p>
        <Facts
          items={[
            [t(labels.startDate), entry.startDate ? format.dateTime(entry.startDate) : t("calendar.openStart")],
            [t(labels.endDate), entry.endDate ? format.dateTime(entry.endDate) : t("calendar.openEnd")],
            entry.kind === "draws" && [t(labels.drawDate), format.dateTime(entry.drawDate)],
            days !== undefined && [t("calendar.length"), t("calendar.days", { count: days })],
            isCampaign && [t("campaign.brandId"), entry.brandName],
            isCampaign && [t("campaign.categoryId"), entry.categoryName],
            entry.tenantId !== undefined && [t("ui.owner"), ownerName(entry, t)],
          ]}
        />
        {overlaps.length > 0 && (
          <div className="alert" data-tone="warning">
            <Icon name="alert" />
            <div>
              <b>{t("calendar.overlaps")}</b>
              <ul>
                {overlaps.map(({ key, first, second, from, to, days }) => {
                  const other = keyOf(first) === keyOf(entry) ? second : first
                  const text = t("calendar.overlapWith", { title: other.title, count: days, period: format.period(from, to) })
                  return (
                    <li key={key}>
                      <Link className="link" href={pathsOf(other, base).view}>
                        {text}
                      </Link>
                    </li>
                  )
                })}
              </ul>
            </div>
          </div>
        )}
        {reason && (
          <p className="read-only-note">
            <Icon name="lock" size="sm" />
            <span>{reason}</span>
          </p>
        )}
      </div>
      <div className="dialog__foot">
        <Button onClick={props.onClose}>{t("ui.close")}</Button>
        <span className="push-end" />
        {!reason && (
          <LinkButton tone="ghost" icon="edit" href={paths.edit}>
            {t("ui.edit")}
          </LinkButton>
        )}
        {!reason && (
          <Button icon="calendar" onClick={props.onMove}>
            {t("calendar.move")}
          </Button>
        )}
        <LinkButton tone="primary" icon="eye" href={paths.view}>
          {t("ui.view")}
        </LinkButton>
      </div>
    </Dialog>
  )
}

type MoveProps = {
  entry: CalendarEntry
  onSave: (stored: StoredRecord, dates: Dates) => void
  onClose: () => void
}

/** While the length is kept, the other dates follow the start. */
type MoveDraft = Dates & { isLengthKept: boolean }

const datesAfter = ({ isLengthKept, ...dates }: MoveDraft, before: Dates): Dates =>
  isLengthKept ? movedToStart(before, dates.startDate, config.timeZone) : dates

const MoveFields = ({ form, entry, before }: { form: FormSession<MoveDraft>; entry: CalendarEntry; before: Dates }) => {
  const t = useT()
  const format = useFormat()
  const draft = useObservable(form.whole)
  const { labels } = kinds[entry.kind]
  const { isLengthKept } = draft
  const dates = datesAfter(draft, before)
  return (
    <>
      <DateTimeField {...form.bind("startDate")} />
      {before.startDate !== "" && (
        <Checkbox
          label={t("calendar.keepLength")}
          value={isLengthKept}
          onChange={next => form.change({ ...dates, isLengthKept: next })}
        />
      )}
      {isLengthKept ? (
        <p role="status">
          {t("calendar.toNew", { period: periodText(dates, t, format) })}
          {dates.drawDate && ` · ${t(labels.drawDate)}: ${format.dateTime(dates.drawDate)}`}
        </p>
      ) : (
        <>
          <DateTimeField {...form.bind("endDate")} defaultTime="23:59" />
          {before.drawDate && <DateTimeField {...form.bind("drawDate")} />}
        </>
      )}
    </>
  )
}

const MoveForm = ({ entry, stored, onSave, onClose }: MoveProps & { stored: StoredRecord }) => {
  const t = useT()
  const format = useFormat()
  const { dates } = stored
  const rule = (name: keyof Dates) => (draft: MoveDraft) => stored.errorsWith(datesAfter(draft, dates))[name]
  return (
    <DialogForm<MoveDraft>
      title={t("calendar.moveTitle", { title: entry.title })}
      text={periodText(dates, t, format)}
      initial={{ ...dates, isLengthKept: dates.startDate !== "" }}
      labels={{ ...kinds[entry.kind].labels, isLengthKept: "calendar.keepLength" }}
      rules={{ startDate: rule("startDate"), endDate: rule("endDate"), drawDate: rule("drawDate") }}
      failure="calendar.moveFailed"
      submit={t("calendar.move")}
      // The calendar shows the rest of the save: a question, a comparison, or why it failed.
      save={async draft => void onSave(stored, datesAfter(draft, dates))}
      onClose={onClose}
    >
      {form => <MoveFields form={form} entry={entry} before={dates} />}
    </DialogForm>
  )
}

/** Moves an entry to another start, or changes its dates one by one. The record is read when the dialog opens. */
export const MoveDialog = (props: MoveProps) => {
  const t = useT()
  const { entry, onClose } = props
  const { kind, id, title } = entry
  const { data, ...state } = useQuery(storedRecord, { kind, id })
  // A reload in the background does not replace what is being typed.
  const [stored, setStored] = useState<StoredRecord>()
  if (!stored && data && !state.loading) setStored(data)
  if (stored && !stored.blockedReason) return <MoveForm {...props} stored={stored} />
  return (
    <Dialog title={t("calendar.moveTitle", { title })} text={stored?.blockedReason && t(stored.blockedReason)} onClose={onClose}>
      {!stored?.blockedReason && (
        <div className="dialog__body">
          <QueryPlaceholder entry={state} failed={t("calendar.moveFailed")} />
        </div>
      )}
      <div className="dialog__foot">
        <Button onClick={onClose}>{t("ui.close")}</Button>
      </div>
    </Dialog>
  )
}

const compare = {
  startDate: asDateTime("calendar.openStart"),
  endDate: asDateTime("calendar.openEnd"),
  drawDate: asDateTime(),
}

/** Compares dates that two people have moved. */
export const MoveConflictDialog = (props: { conflict: MoveConflict; onResolve: (dates: Dates) => void; onClose: () => void }) => {
  const { entry, seen, mine, stored } = props.conflict
  return (
    <ConflictDialog
      base={seen}
      mine={mine}
      theirs={stored.dates}
      labels={kinds[entry.kind].labels}
      compare={compare}
      change={stored.changedAt ? { at: stored.changedAt } : undefined}
      onResolve={props.onResolve}
      onClose={props.onClose}
    />
  )
}
