import { http } from "../../api"
import { type ActionPlan, plansOf } from "../../contract/surveys/action-plans"
import { type InvitationCounts, type InvitationsBody, invitationBatchOf } from "../../contract/surveys/answers"
import { type Recommendation, recommendationsOf } from "../../contract/surveys/recommendations"
import { type ReportQuery, surveyReportOf } from "../../contract/surveys/report"
import {
  bodyOf,
  draftOf,
  type Named,
  type SurveyDraft,
  type SurveyItem,
  surveyItemOf,
  surveyOf,
} from "../../contract/surveys/surveys"
import { entriesBody, type LoadedEntries, loadedEntries } from "../../core/entries"
import { type CreateOptions, patchWith, type UpdateOptions } from "../../core/http/calls"
import { rethrowNotOffered } from "../../core/http/errors"
import { HttpError, type Query } from "../../core/http/http"
import { objectValue, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import type { Language } from "../../core/text/i18n"
import { currentDay } from "../../state/current-day"
import { write } from "../../state/instances"
import { namesFrom } from "../../state/names"
import { checkOwner, ownerNameOf } from "../owners/api"
import { crudCalls } from "../records/api"
import { surveys } from "./resource"

/** Calls of surveys (docs/contract.md#survey-calls). */

const { tag } = surveys

const itemNames = namesFrom<Named<SurveyItem>>(ownerNameOf)

const calls = crudCalls("surveys", {
  recordOf: surveyOf,
  draftOf,
  bodyOf,
  extensions: ["tenantIds", "departmentIds"],
})

export const { get: getSurvey, add: addSurvey } = calls

/** Changes, deletion, invitations, recommendations and plans are extensions. */
const partFailed = (id: string) => rethrowNotOffered(() => getSurvey(id))

export const removeSurvey = write(tag, (id: string) => calls.remove(id).catch(partFailed(id)))

/** The path of one part of a survey. */
const partPath = (id: string, part: string) => `/survey/${encodeURIComponent(id)}/${part}`

export const listSurveys = read(`${tag}.list`, (query: Query, signal) =>
  http.get("/survey/list", { query, signal }).then(page("surveys", surveyItemOf)).then(checkOwner(query)).then(itemNames.page),
)

/** A change of the survey may change who is asked. */
export const updateSurvey = write([tag, "surveyInvitations"], (id: string, draft: SurveyDraft, options: UpdateOptions) =>
  calls.put({ ...calls.updateBodyOf(draft, options.received), id }, options).catch(partFailed(id)),
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

/** How many people of a survey are asked, invited, and have answered. */
export const getInvitations = read("surveyInvitations.counts", (id: string, signal) =>
  http.get(partPath(id, "invitations"), { signal }).then(objectValue<InvitationCounts>()).catch(partFailed(id)),
)

/** Makes the next batch of invitations. The tokens are answered once, and never stored. */
export const addInvitations = write("surveyInvitations", (id: string, body: InvitationsBody, options: CreateOptions) =>
  http.post(partPath(id, "invitations"), body, options).then(objectValue<object>()).then(invitationBatchOf).catch(partFailed(id)),
)

export const listRecommendations = read("surveyRecommendations.list", (id: string, signal) =>
  http
    .get(partPath(id, "recommendations"), { signal })
    .then(loadedEntries("recommendations", recommendationsOf))
    .catch(partFailed(id)),
)

type SaveOptions = { signal?: AbortSignal }

/** Replaces the recommendations of a survey. @param loaded what {@link listRecommendations} read, for version and unchanged entries */
export const saveRecommendations = write(
  "surveyRecommendations",
  (id: string, all: readonly Recommendation[], loaded?: LoadedEntries<Recommendation>, { signal }: SaveOptions = {}) =>
    http
      .put(partPath(id, "recommendations"), { recommendations: entriesBody(all, loaded) }, { signal, version: loaded?.version })
      .catch(partFailed(id)),
)

export const listPlans = read("surveyPlans.list", (id: string, signal) =>
  http
    .get(partPath(id, "action-plans"), { signal })
    .then(loadedEntries("plans", received => plansOf(received, currentDay())))
    .catch(partFailed(id)),
)

/** Replaces the action plans of a survey. @param loaded what {@link listPlans} read, for version and unchanged entries */
export const savePlans = write(
  "surveyPlans",
  (id: string, all: readonly ActionPlan[], loaded?: LoadedEntries<ActionPlan>, { signal }: SaveOptions = {}) =>
    http
      .put(partPath(id, "action-plans"), { plans: entriesBody(all, loaded) }, { signal, version: loaded?.version })
      .catch(partFailed(id)),
)
