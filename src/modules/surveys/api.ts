import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { records } from "../../api/records"
import { plansOf } from "../../contract/surveys/action-plans"
import { type InvitationCounts, type InvitationsBody, invitationBatchOf } from "../../contract/surveys/answers"
import { recommendationsOf } from "../../contract/surveys/recommendations"
import { type ReportOutlook, type ReportQuery, surveyReportOf } from "../../contract/surveys/report"
import { bodyOf, draftOf, type Survey, type SurveyDraft, surveyItemOf, surveyOf } from "../../contract/surveys/surveys"
import { entriesBody, type LoadedEntries, loadedEntries } from "../../core/entries"
import { type CreateOptions, patchWith, type UpdateOptions } from "../../core/http/calls"
import { HttpError, type Query } from "../../core/http/http"
import { objectValue, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import type { Language } from "../../core/text/i18n"
import { currentDay } from "../../state/current-day"
import type { Feature } from "../../state/features"
import { write } from "../../state/instances"
import { ownerNameOf } from "../owners/api"
import { crudCalls } from "../records/api"
import { surveys } from "./resource"

/** Calls of surveys (docs/contract.md#survey-calls). */

const { tag } = surveys

const calls = crudCalls("surveys", {
  recordOf: surveyOf,
  draftOf,
  bodyOf,
})

export const { get: getSurvey, add: addSurvey } = calls

/** Changes, deletion, invitations, recommendations and plans are extensions. */
const partFailed = (feature: Feature, id: string) => ifMissing(feature, () => getSurvey(id))

export const removeSurvey = write(tag, (id: string) => calls.remove(id).catch(partFailed("surveys.remove", id)))

/** The path of one part of a survey. */
const partPath = (id: string, part: string) => `/survey/${encodeURIComponent(id)}/${part}`

export const listSurveys = read(`${tag}.list`, (query: Query, signal) =>
  http
    .get("/survey/list", { query, signal })
    .then(page("surveys", surveyItemOf))
    .then(found => records.page([ownerNameOf], query, found)),
)

/** A change of the survey may change who is asked. */
export const updateSurvey = write([tag, "surveyInvitations"], (id: string, draft: SurveyDraft, options: UpdateOptions) =>
  calls.put({ ...calls.updateBodyOf(draft, options.received), id }, options).catch(partFailed("surveys.change", id)),
)

export const patchSurvey = patchWith(getSurvey, draftOf, updateSurvey)

/** @param language of the labels of yes and no, by which cached reports differ; every call is made in the current language */
type ReportArgs = ReportQuery & { id: string; language?: Language }

/** The report of a survey, for one department and a period if given (docs/contract.md#survey-report). */
export const getReport = read(`${tag}.report`, ({ id, language: _, ...query }: ReportArgs, signal) =>
  http.get(`/survey/report/${encodeURIComponent(id)}`, { query, signal }).then(({ value, status, requestId }) => {
    const report = surveyReportOf(value)
    if (!report) throw new HttpError({ kind: "format", status, requestId })
    return report
  }),
)

/** `order` is arbitrary; the same one gives the same order. */
type TextsArgs = ReportQuery & { id: string; questionId: string; order: string; page: number; pageSize: number }

/** A page of the answers to an open question. An extension. */
export const listTexts = read(`${tag}.texts`, ({ id, order: seed, ...query }: TextsArgs, signal) =>
  http
    .get(`/survey/report/${encodeURIComponent(id)}/texts`, { query: { ...query, seed }, signal })
    .then(objectValue<{ texts: string[]; totalCount: number }>())
    .catch(ifMissing("surveys.texts")),
)

/** How many people of a survey are asked, invited, and have answered. */
export const getInvitations = read("surveyInvitations.counts", (id: string, signal) =>
  http
    .get(partPath(id, "invitations"), { signal })
    .then(objectValue<InvitationCounts>())
    .catch(partFailed("surveys.invitations", id)),
)

/** What decides who is asked; `id` of a stored survey, `tenantId` of a new one. */
export type Audience = Pick<Survey, "tenantIds" | "departmentIds"> & { id?: string; tenantId?: string }

/** What the report of a survey would show that is published and sent now. An extension. */
export const getOutlook = read(`${tag}.outlook`, (audience: Audience, signal) =>
  http.post("/survey/outlook", audience, { signal }).then(objectValue<ReportOutlook>()).catch(ifMissing("surveys.outlook")),
)

/** Makes the next batch of invitations. The tokens are answered once, and never stored. */
export const addInvitations = write("surveyInvitations", (id: string, body: InvitationsBody, options: CreateOptions) =>
  http
    .post(partPath(id, "invitations"), body, options)
    .then(objectValue<object>())
    .then(invitationBatchOf)
    .catch(partFailed("surveys.invitations", id)),
)

/** Mails the link once more to those who have not used it. */
export const sendReminder = write("surveyInvitations", (id: string, options: CreateOptions) =>
  http.post(partPath(id, "reminders"), {}, options).catch(partFailed("surveys.invitations", id)),
)

/** Mails the survey to the person who is signed in. A server that counts answers in groups has it. */
export const sendTestMail = (id: string) => http.post(partPath(id, "test"), {})

/**
 * Returns the calls of a list of a survey, which is replaced as a whole.
 * @param name of the list on the wire; @param part of its path; @param of reads the entries
 */
const listCalls = <N extends "plans" | "recommendations", T extends { id: string }>(
  name: N,
  tag: string,
  part: string,
  of: (value: unknown) => T[],
) => ({
  name,
  of,
  read: read(`${tag}.list`, (id: string, signal) =>
    http
      .get(partPath(id, part), { signal })
      .then(loadedEntries(name, of))
      .catch(partFailed(`surveys.${name}`, id)),
  ),
  /** @param loaded what was read, for version and unchanged entries */
  save: write(tag, (id: string, all: readonly T[], loaded: LoadedEntries<T>) =>
    http
      .put(partPath(id, part), { [name]: entriesBody(all, loaded) }, { version: loaded.version })
      .catch(partFailed(`surveys.${name}`, id)),
  ),
})

export const recommendationList = listCalls("recommendations", "surveyRecommendations", "recommendations", recommendationsOf)

export const planList = listCalls("plans", "surveyPlans", "action-plans", value => plansOf(value, currentDay()))
