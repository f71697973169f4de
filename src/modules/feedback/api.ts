import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { records } from "../../api/records"
import { nameOf } from "../../contract/employees"
import { type FeedbackDraft, type FeedbackStats, feedbackItemOf, feedbackOf } from "../../contract/feedback"
import type { Code } from "../../core/codes"
import type { CreateOptions, UpdateOptions } from "../../core/http/calls"
import { rethrowReadMessage } from "../../core/http/errors"
import type { Query } from "../../core/http/http"
import { maxOptions, type Option, readOptions } from "../../core/http/options"
import { objectValue, one, page } from "../../core/http/pages"
import { read } from "../../core/http/query"
import type { UploadOptions } from "../../core/http/upload"
import { search } from "../../core/text/fold"
import { joinTexts } from "../../core/text/join-texts"
import { config } from "../../state/config"
import { can } from "../../state/features"
import { cache, write } from "../../state/instances"
import { currentUser, session } from "../../state/session"
import { loadChunk } from "../../ui/pages/loading/chunk"
import { getEmployee, listEmployees } from "../employees/api"
import { findCompanies, withPlatform } from "../owners/api"
import { upload } from "../records/api"
import type { FeedbackCalls } from "./calls"

/** Calls of feedback (docs/contract.md#feedback-calls). */

const tag = "feedback"

const memory = () => loadChunk(() => import("./memory/client"))

const isMemory = () => config.feedback === "memory"

/** Returns the source of feedback that the deployment is configured for (docs/contract.md#feedback-source). */
const feedbackCalls = async (): Promise<FeedbackCalls> => (isMemory() ? (await memory()).memoryCalls : { ...http, upload })

export const listFeedback = read(`${tag}.list`, async (query: Query, signal) =>
  (await feedbackCalls())
    .get("/feedback/list", { query, signal })
    .then(page("feedbacks", feedbackItemOf))
    .then(found => records.page([], query, found)),
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

/** The calls that change feedback are extensions. */
const changeFailed = (id: string) => ifMissing("feedback.change", () => getFeedback(id))

export type FeedbackChange = Partial<Pick<FeedbackDraft, "subject" | "description" | "priority" | "category" | "type">> & {
  internalNotes?: string
  resolutionStep?: string
  attachments?: { id?: string; name: string; url: string }[]
}

export const updateFeedback = write(tag, async (id: string, change: FeedbackChange, options: UpdateOptions = {}) =>
  (await feedbackCalls()).put("/feedback/update", { ...change, id }, options).catch(changeFailed(id)),
)

/** Notes and step that were missing in the record stay undefined. */
type StatusChange = { status: Code; response: string; internalNotes?: unknown; resolutionStep?: unknown }

/** Sets the status; a response becomes an entry of the thread. */
export const setFeedbackStatus = write(
  tag,
  async (id: string, change: StatusChange, options: UpdateOptions & Partial<CreateOptions> = {}) =>
    (await feedbackCalls()).put("/feedback/status", { ...change, id }, options).catch(changeFailed(id)),
)

/** @param assignee the person's id and name; null to assign nobody */
export const assignFeedback = write(
  tag,
  async (id: string, assignee: { id: string; name: string } | null, options: UpdateOptions = {}) =>
    (await feedbackCalls())
      .put("/feedback/assign", { id, assignedTo: assignee?.id ?? null, assignedToName: assignee?.name ?? "" }, options)
      .catch(changeFailed(id)),
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
  (await feedbackCalls()).post("/feedback/respond", { ...reply, feedbackId }, options).catch(changeFailed(feedbackId)),
)

export const removeFeedback = write(tag, async (id: string) =>
  (await feedbackCalls()).delete(`/feedback/delete/${encodeURIComponent(id)}`),
)

export const uploadFeedbackFile = async (file: File, orderNo: number, options: UploadOptions) =>
  (await feedbackCalls()).upload("/feedback/media", file, orderNo, options)

/** Companies that feedback may concern, of whichever source (docs/contract.md#feedback-source). */
export const feedbackCompanyOptions = readOptions("companies.feedback", async (query, signal) =>
  isMemory() ? (await memory()).memoryCompanies() : findCompanies(query, signal),
)

const isPlatformStaff = () => currentUser(session)?.role === "Administrator"

/** Owners of feedback, for a filter: the companies, and for the platform's staff the platform, which is an extension. */
export const feedbackOwnerOptions = readOptions(
  "companies.feedbackOwners",
  (query, signal) => {
    const companies = isMemory() ? cache.load(feedbackCompanyOptions, undefined) : findCompanies(query, signal)
    return isPlatformStaff() && (isMemory() || can("lists.byOwner")) ? withPlatform(query, companies) : companies
  },
  maxOptions + 1,
)

const active = 1

/** Finds active people by name or e-mail. @param samples those of the memory source; @param among filters, whose people are joined */
const findPeople = async (
  samples: "memoryStaff" | "memoryPeople",
  keyword: string,
  signal: AbortSignal,
  among: () => Query[] | Promise<Query[]>,
): Promise<Option[]> => {
  if (isMemory()) return search(await (await memory())[samples](), keyword, ({ label }) => label)
  const query = { page: 0, pageSize: 20, status: active, sortBy: "name", sortOrder: "asc", ...(keyword && { keyword }) }
  const pages = await Promise.all((await among()).map(filter => listEmployees({ ...query, ...filter }, signal)))
  return pages.flatMap(({ rows }) =>
    rows.map(row => ({ value: row.id, label: nameOf(row), hint: joinTexts(row.email, row.tenantName) })),
  )
}

/** Filters that find the staff to whom feedback of a company may be assigned. The filter by role is an extension. */
const staffFilters = async (tenantId: string | null | undefined): Promise<Query[]> => {
  if (!can("employees.byRole")) return [{}]
  const [platform, company] = [{ role: "administrator" }, { role: "tenantAdmin" }]
  if (!isPlatformStaff()) return [company]
  if (!tenantId) return tenantId === undefined ? [platform, company] : [platform]
  const companies = await findCompanies(can("lists.byOwner") ? { ids: tenantId } : {}).catch(() => [])
  const parentId = companies.find(({ value }) => value === tenantId)?.parentId
  return [platform, { ...company, tenantId }, ...(parentId ? [{ ...company, tenantId: parentId }] : [])]
}

/** Finds the staff to whom feedback may be assigned. @param tenantId of its company, null for the platform; absent: of any */
export const searchAssignees = (tenantId?: string | null) => (keyword: string, signal: AbortSignal) =>
  findPeople("memoryStaff", keyword, signal, () => staffFilters(tenantId))

/** The name of a person, as an option. */
export const personOptions = read("employees.name", async (id: string): Promise<Option[]> => {
  if (isMemory()) return [...(await (await memory()).memoryStaff()), ...(await (await memory()).memoryPeople())]
  const { record } = await cache.load(getEmployee, id)
  return [{ value: id, label: nameOf(record) }]
})

/** Finds active people of a company who may have given feedback. @param tenantId "" for all in reach */
export const searchPeople = (tenantId: string) => (keyword: string, signal: AbortSignal) =>
  findPeople("memoryPeople", keyword, signal, () => [tenantId ? { tenantId } : {}])
