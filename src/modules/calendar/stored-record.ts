import * as announcement from "../../contract/announcements"
import type { CalendarEntry, CalendarKind } from "../../contract/calendar"
import * as campaign from "../../contract/campaigns"
import * as draw from "../../contract/draws/draws"
import { status as surveyStatus } from "../../contract/surveys/survey-status"
import * as survey from "../../contract/surveys/surveys"
import type { Code } from "../../core/codes"
import type { UpdateOptions } from "../../core/http/calls"
import type { Answer, HttpError } from "../../core/http/http"
import type { Loaded } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { type Message, type Messages, validate } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import { getAnnouncement, updateAnnouncement } from "../announcements/api"
import { getCampaign, updateCampaign } from "../campaigns/api"
import { getDraw, updateDraw } from "../draws/api"
import { getSurvey, updateSurvey } from "../surveys/api"
import type { Dates } from "./move"

/** A stored record of the calendar, as far as moving it needs it. */
export type StoredRecord = {
  dates: Dates
  status: Code
  /** When it was last changed; an instant. */
  changedAt: string | null
  /** Why it cannot be changed. */
  blockedReason: Key | undefined
  /** Returns what the rules of the record's form find in it with these dates, by member. */
  errorsWith: (dates: Dates) => Record<string, Message | undefined>
  /** Returns the status that it has with these dates at `now` (epoch ms). */
  statusWith: (dates: Dates, now: number) => Code
  save: (dates: Dates) => Promise<Answer>
  /** Returns the record that the answer of a conflict holds. */
  current: (conflict: HttpError) => StoredRecord
}

type Draft = { startDate: string; endDate: string; drawDate?: string; status: Code }

type Spec<R, D extends Draft> = {
  get: (id: string) => Promise<Loaded<R>>
  update: (id: string, draft: D, options: UpdateOptions) => Promise<Answer>
  recordOf: (raw: object) => R
  draftOf: (record: R) => D
  errors: (draft: D, stored: D) => Messages<D>
  statusOf: (draft: D, now: number) => Code
  blockedReasonOf?: (record: R) => Key | undefined
}

/** Returns the function that reads a kind's record. */
const reader = <R extends { updatedDate: string | null }, D extends Draft>(spec: Spec<R, D>) => {
  const stored = (id: string, { record, version, received }: Loaded<R>): StoredRecord => {
    const draft = spec.draftOf(record)
    const withDates = ({ startDate, endDate, drawDate }: Dates): D => ({
      ...draft,
      startDate,
      endDate,
      ...(draft.drawDate !== undefined && { drawDate }),
    })
    return {
      dates: { startDate: draft.startDate, endDate: draft.endDate, drawDate: draft.drawDate ?? "" },
      status: draft.status,
      changedAt: record.updatedDate,
      blockedReason: spec.blockedReasonOf?.(record),
      errorsWith: dates => spec.errors(withDates(dates), draft),
      statusWith: (dates, now) => spec.statusOf(withDates(dates), now),
      save: dates => spec.update(id, withDates(dates), { version, received }),
      current: ({ value, version: currentVersion }) => {
        const raw = value as object
        return stored(id, {
          record: spec.recordOf(raw),
          received: raw,
          ...(currentVersion !== undefined && { version: currentVersion }),
        })
      },
    }
  }
  return async (id: string) => stored(id, await spec.get(id))
}

const readers: Record<CalendarKind, (id: string) => Promise<StoredRecord>> = {
  campaigns: reader({
    draftOf: campaign.draftOf,
    statusOf: campaign.statusOf,
    get: getCampaign,
    update: updateCampaign,
    recordOf: campaign.campaignOf,
    errors: (draft, stored) => validate(campaign.rules, draft, [stored]),
  }),
  announcements: reader({
    draftOf: announcement.draftOf,
    statusOf: announcement.statusOf,
    get: getAnnouncement,
    update: updateAnnouncement,
    recordOf: announcement.announcementOf,
    errors: (draft, stored) => validate(announcement.rules, draft, [stored]),
  }),
  surveys: reader({
    draftOf: survey.draftOf,
    statusOf: surveyStatus.of,
    get: getSurvey,
    update: updateSurvey,
    recordOf: survey.surveyOf,
    // A move changes no question.
    errors: (draft, stored) => validate(survey.rules, draft, [stored]),
  }),
  draws: reader({
    draftOf: draw.draftOf,
    get: getDraw,
    update: updateDraw,
    recordOf: draw.drawOf,
    // A move changes no prize.
    errors: (draft, stored) => validate(draw.rules, draft, [stored]),
    statusOf: draw.statusOf,
    blockedReasonOf: draw.editBlockedReason,
  }),
}

/** The record of an entry, read again by each that asks. @throws as the call of its module */
export const storedRecord = read(
  "calendar.record",
  ({ kind, id }: Pick<CalendarEntry, "kind" | "id">): Promise<StoredRecord> => readers[kind](id),
  { staleTimeMs: 0, ttlMs: 0 },
)
