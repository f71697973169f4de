import { type Feedback, type FeedbackStats, kinds, resolutionRate, statuses } from "../../../contract/feedback"
import { addDays, inUtc, isDay, isInstant, toInstant } from "../../../core/dates/dates"
import type { Answer } from "../../../core/http/answer"
import type { Query } from "../../../core/http/http"
import { maxPageSize } from "../../../core/http/read-all-pages"
import { cleanLine } from "../../../core/text/clean-text"
import { compareTexts } from "../../../core/text/compare-texts"
import { fold } from "../../../core/text/fold"
import { itemsOf, ownerOf, presented, type Store, type StoreUser } from "./store"

/** Lists and figures of the memory source, by the rules of the API (docs/contract.md#feedback-calls). */

const textIn = (query: Query, name: string) => String(query[name] ?? "").trim()

const filters = ["type", "priority", "category", "assignedTo"] as const

const isOwned = (query: Query) => {
  const tenantId = textIn(query, "tenantId")
  return (item: Pick<Feedback, "tenantId">) => !tenantId || ownerOf(item) === tenantId
}

/** The instant at which a period begins, or with `days` ends; undefined for no date. */
const boundOf = (given: string, zone: string, days: number) => {
  if (!isInstant(given)) return undefined
  return isDay(given) ? toInstant(addDays(given, days), "00:00", zone) : new Date(inUtc(given)).toISOString()
}

const isWanted = (query: Query, zone: string) => {
  const keyword = fold(cleanLine(textIn(query, "keyword")))
  const from = boundOf(textIn(query, "createdFrom"), zone, 0)
  const to = boundOf(textIn(query, "createdTo"), zone, 1)
  const isOverdue = textIn(query, "overdue") === "true"
  const isOfOwner = isOwned(query)
  return (item: Feedback) =>
    fold(`${item.subject} ${item.userName}`).includes(keyword) &&
    (!isOverdue || item.isOverdue) &&
    isOfOwner(item) &&
    (!from || (item.createdDate ?? "") >= from) &&
    (!to || (item.createdDate ?? "") < to) &&
    filters.every(name => !textIn(query, name) || String(item[name]) === textIn(query, name))
}

const sorts = ["type", "priority", "category", "status", "createdDate", "updatedDate", "dueDate"] as const

type SortKey = string | number | null | undefined

/** An item without the value follows the others, as in PostgreSQL. */
const compare = (a: SortKey, b: SortKey) => {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  return b === null || b === undefined || a < b ? -1 : 1
}

const sorted = (items: readonly Feedback[], query: Query) => {
  const by = sorts.find(name => name === query.sortBy)
  const isBySubject = query.sortBy === "subject"
  const keyOf = (item: Feedback): SortKey => (by ? item[by] : item.createdDate)
  const isDescending = by || isBySubject ? query.sortOrder === "desc" : true
  const order = (a: Feedback, b: Feedback) =>
    (isBySubject ? compareTexts(a.subject, b.subject) : compare(keyOf(a), keyOf(b))) || compare(a.id, b.id)
  return [...items].sort((a, b) => (isDescending ? order(b, a) : order(a, b)))
}

const whole = (query: Query, name: string, fallback: number, max: number) => {
  const given = textIn(query, name)
  return /^\d{1,9}$/.test(given) ? Math.min(Number(given), max) : fallback
}

/** A list has neither notes nor conversations. */
const listed = ({ internalNotes, conversations, attachments, ...item }: Feedback) => ({
  ...item,
  conversationCount: conversations.length,
})

/** The items of a list, of every status. */
export const wantedItems = (store: Store, user: StoreUser, query: Query): Feedback[] =>
  itemsOf(store, user)
    .map(item => presented(store, item))
    .filter(isWanted(query, store.timeZone()))

export const listItems = (store: Store, user: StoreUser, query: Query): Answer => {
  const wanted = wantedItems(store, user, query)
  const statusCounts: Record<string, number> = {}
  for (const { status } of wanted) statusCounts[String(status)] = (statusCounts[String(status)] ?? 0) + 1
  const given = textIn(query, "status")
  const ofStatus = given ? wanted.filter(({ status }) => status === statuses.value(statuses.name(given))) : wanted
  const pageSize = Math.max(1, whole(query, "pageSize", 8, maxPageSize))
  const first = whole(query, "page", 0, 1_000_000) * pageSize
  const feedbacks = sorted(ofStatus, query)
    .slice(first, first + pageSize)
    .map(listed)
  return { value: { feedbacks, totalCount: ofStatus.length, statusCounts }, status: 200 }
}

export const statsOf = (store: Store, user: StoreUser, query: Query): Answer => {
  const items = itemsOf(store, user).filter(isOwned(query))
  const inStatus = (name: (typeof statuses.names)[number]) => items.filter(({ status }) => statuses.name(status) === name).length
  const ofKind = (name: (typeof kinds.names)[number]) => items.filter(({ type }) => kinds.name(type) === name).length
  const value: FeedbackStats = {
    total: items.length,
    new: inStatus("new"),
    inProgress: inStatus("inProgress"),
    resolved: inStatus("resolved"),
    complaints: ofKind("complaint"),
    suggestions: ofKind("suggestion"),
    overdue: items.filter(item => presented(store, item).isOverdue).length,
    resolutionRate: resolutionRate(inStatus("resolved"), items.length),
  }
  return { value, status: 200 }
}
