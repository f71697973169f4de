import { http } from "../../api"
import { nameOf } from "../../contract/employees"
import { type FeedbackDraft, type FeedbackItem, type FeedbackStats, feedbackItemOf, feedbackOf } from "../../contract/feedback"
import type { CreateOptions, UpdateOptions } from "../../core/calls"
import type { Code } from "../../core/codes"
import { objectValue, one, type Page, page } from "../../core/envelope"
import { KeyedError, rethrowReadMessage } from "../../core/errors"
import { search } from "../../core/fold"
import { HttpError, type Query, type UploadOptions } from "../../core/http"
import type { Option } from "../../core/options"
import { read } from "../../core/query"
import { config } from "../../state/config"
import { cache, write } from "../../state/instances"
import { loadChunk } from "../../ui/pages/chunk"
import { getEmployee, listEmployees } from "../employees/api"
import { companyOptions } from "../owners/api"
import type { FeedbackCalls } from "./calls"

/** Calls of feedback (docs/contract.md#feedback-calls). */

const tag = "feedback"

const memory = () => loadChunk(() => import("./memory/client"))

const isMemory = () => config.feedback === "memory"

/** Returns the source of feedback that the deployment is configured for (docs/contract.md#feedback-source). */
const feedbackCalls = async (): Promise<FeedbackCalls> => (isMemory() ? (await memory()).memoryCalls : http)

/** The filter by what is overdue is an extension: a server that ignores it sends other feedback. @throws KeyedError */
const checkOverdue =
  ({ overdue }: Query) =>
  (found: Page<FeedbackItem>) => {
    if (overdue && found.rows.some(row => !row.isOverdue)) throw new KeyedError("feedback.overdueUnsupported")
    return found
  }

export const listFeedback = read(`${tag}.list`, async (query: Query, signal) =>
  (await feedbackCalls())
    .get("/feedback/list", { query, signal })
    .then(page("feedbacks", feedbackItemOf))
    .then(checkOverdue(query)),
)

/** @param tenantId of a company; "" for all in the person's reach */
export const feedbackStats = read(`${tag}.stats`, async (tenantId: string, signal) =>
  (await feedbackCalls())
    .get("/feedback/stats", { query: { tenantId: tenantId || undefined }, signal })
    .then(objectValue<Partial<FeedbackStats>>()),
)

/** The answer of the report on feedback, from the same source as its list (docs/contract.md#reports). */
export const feedbackReport = async (query: Query, signal?: AbortSignal) =>
  (await feedbackCalls()).get("/report/feedback", { query, signal })

export const getFeedback = read(`${tag}.one`, async (id: string, signal) =>
  (await feedbackCalls())
    .get(`/feedback/${encodeURIComponent(id)}`, { signal })
    .then(one(feedbackOf))
    .catch(rethrowReadMessage("feedback.missing")),
)

export const addFeedback = write(tag, async (draft: FeedbackDraft, options: CreateOptions) =>
  (await feedbackCalls()).post("/feedback/create", draft, options),
)

/**
 * Returns a `catch` handler for changes of feedback: a server that has the record and not the call answers 404 or 405
 * (docs/contract.md#missing-calls). @throws KeyedError in this case, otherwise the failure
 */
const rethrowMissingCall = (id: string) => async (error: unknown) => {
  const status = error instanceof HttpError ? error.status : 0
  const isMissing =
    status === 405 ||
    (status === 404 &&
      (await getFeedback(id).then(
        () => true,
        () => false,
      )))
  throw isMissing ? new KeyedError("feedback.notOffered") : error
}

export type FeedbackChange = Partial<Pick<FeedbackDraft, "subject" | "description" | "priority" | "category" | "type">> & {
  internalNotes?: string
  resolutionStep?: string
  attachments?: { id?: string; name: string; url: string }[]
}

export const updateFeedback = write(tag, async (id: string, change: FeedbackChange, options: UpdateOptions = {}) =>
  (await feedbackCalls()).put("/feedback/update", { ...change, id }, options).catch(rethrowMissingCall(id)),
)

/** Notes and step that were missing in the record stay undefined. */
export type StatusChange = { status: Code; response: string; internalNotes?: unknown; resolutionStep?: unknown }

/** Sets the status; a response becomes an entry of the thread. */
export const setFeedbackStatus = write(
  tag,
  async (id: string, change: StatusChange, options: UpdateOptions & Partial<CreateOptions> = {}) =>
    (await feedbackCalls()).put("/feedback/status", { ...change, id }, options).catch(rethrowMissingCall(id)),
)

/** @param assignee the person's id and name; null to assign nobody */
export const assignFeedback = write(
  tag,
  async (id: string, assignee: { id: string; name: string } | null, options: UpdateOptions = {}) =>
    (await feedbackCalls())
      .put("/feedback/assign", { id, assignedTo: assignee?.id ?? null, assignedToName: assignee?.name ?? "" }, options)
      .catch(rethrowMissingCall(id)),
)

export type Reply = {
  message: string
  /** A code of `authors`. */
  type: Code
  isInternal: boolean
  authorName: string
  authorEmail: string
  attachments: { name: string; url: string }[]
}

export const replyToFeedback = write(tag, async (feedbackId: string, reply: Reply, options: CreateOptions) =>
  (await feedbackCalls()).post("/feedback/respond", { ...reply, feedbackId }, options).catch(rethrowMissingCall(feedbackId)),
)

export const removeFeedback = write(tag, async (id: string) =>
  (await feedbackCalls()).delete(`/feedback/delete/${encodeURIComponent(id)}`),
)

export const uploadFeedbackFile = async (file: File, orderNo: number, options: UploadOptions) =>
  (await feedbackCalls()).upload("/feedback/media", file, orderNo, options)

/** Companies that feedback may concern, of whichever source (docs/contract.md#feedback-source). */
export const feedbackCompanyOptions = read("companies.feedback", async (_: undefined) =>
  isMemory() ? (await memory()).memoryCompanies() : cache.load(companyOptions, undefined),
)

const active = 1

/** @param samples the people of the memory source instead of employees */
const findPeople = async (samples: "memoryStaff" | "memoryPeople", query: Query, signal?: AbortSignal): Promise<Option[]> => {
  if (isMemory()) return search(await (await memory())[samples](), String(query.keyword ?? ""), ({ label }) => label)
  const { rows } = await listEmployees({ ...query, page: 0, status: active, sortBy: "name", sortOrder: "asc" }, signal)
  return rows.map(row => ({ value: row.id, label: nameOf(row), hint: row.tenantName || row.email }))
}

/** The first active people in reach, by name, for a filter. */
export const assigneeOptions = read("employees.assignees", (_: undefined, signal) =>
  findPeople("memoryStaff", { pageSize: 100 }, signal),
)

/** Finds active people in reach by name or e-mail, for a field that searches while the person types. */
export const searchAssignees = (keyword: string, signal: AbortSignal): Promise<Option[]> =>
  findPeople("memoryStaff", { pageSize: 20, ...(keyword && { keyword }) }, signal)

/** The name of a person, as an option. */
export const personOptions = read("employees.name", async (id: string): Promise<Option[]> => {
  if (isMemory()) return [...(await (await memory()).memoryStaff()), ...(await (await memory()).memoryPeople())]
  const { record } = await cache.load(getEmployee, id)
  return [{ value: id, label: nameOf(record) }]
})

/** Finds active people of a company who may have given feedback. @param tenantId "" for all in reach */
export const searchPeople = (tenantId: string) => (keyword: string, signal: AbortSignal) =>
  findPeople("memoryPeople", { pageSize: 20, ...(keyword && { keyword }), ...(tenantId && { tenantId }) }, signal)
