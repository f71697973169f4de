import { authors, awaitsAnswer, dueDateOf, type Feedback, type FeedbackTimes } from "../../../contract/feedback"
import type { Answer } from "../../../core/http/answer"
import { HttpError } from "../../../core/http/http"
import type { Message, Messages } from "../../../core/rules"
import type { Key, Translate } from "../../../core/text/i18n"
import { messageText } from "../../../ui/forms/message-text"
import { platformOwner } from "../../../ui/lists/use-owner-column"

/** What the memory source keeps until the page is closed (docs/contract.md#feedback-source). */

export type Company = { id: string; name: string }

/** A person who answers, or to whom feedback may be assigned. */
export type Person = { id: string; name: string; email: string }

/** The signed-in person. `tenantId` is "" for the platform. */
export type StoreUser = Person & { tenantId: string }

/** An item as it is kept: its times are computed. Texts and names of samples are keys of the namespace `samples`. */
export type Stored = Omit<Feedback, keyof FeedbackTimes> & { version: number }

export type Store = {
  items: readonly Stored[]
  companies: readonly Company[]
  staff: readonly Person[]
  /** Who may have given feedback. */
  people: readonly Person[]
  /** Sizes of uploaded files by their URLs, bytes. */
  files: Map<string, number>
  /** Answers by `Idempotency-Key`, with the body that was sent. */
  answers: Map<string, { body: string; answer: Answer }>
  /** Epoch ms. */
  now: () => number
  /** IANA name of the zone in which days of filters begin. */
  timeZone: () => string
  t: Translate
  /** Returns the text of a sample's key in the person's language; any other text unchanged. */
  textOf: (text: string) => string
}

const minuteMs = 60_000

const minutesBetween = (from: string | null, to: string | null | undefined) =>
  from && to ? Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs)) : null

const timesOf = (item: Omit<Stored, "version">, now: number): FeedbackTimes => {
  const answer = item.conversations.find(entry => authors.name(entry.type) === "admin" && !entry.isInternal)
  const firstResponseMinutes = minutesBetween(item.createdDate, answer?.createdDate)
  const dueDate = awaitsAnswer({ status: item.status, firstResponseMinutes }) ? dueDateOf(item) : null
  return {
    dueDate,
    isOverdue: dueDate !== null && Date.parse(dueDate) < now,
    firstResponseMinutes,
    resolutionMinutes: minutesBetween(item.createdDate, item.resolvedDate),
  }
}

/** Returns an item as the API answers it, in the person's language. */
export const presented = ({ textOf, now }: Store, { version: _, ...item }: Stored): Feedback => {
  const inLanguage = (_: string, value: unknown) => (typeof value === "string" ? textOf(value) : value)
  return { ...JSON.parse(JSON.stringify(item), inLanguage), ...timesOf(item, now()) }
}

/** Answers with an item and its version. */
export const answerWith = (store: Store, item: Stored, message?: Key): Answer => ({
  value: presented(store, item),
  status: 200,
  etag: `"${item.version}"`,
  ...(message && { message: store.t(message) }),
})

/** @throws HttpError always */
export const refuse = ({ t }: Store, status: number, key: Key, more: { value?: unknown; version?: string } = {}): never => {
  throw new HttpError({ kind: "envelope", status, message: t(key), ...more })
}

/** @throws HttpError 400 naming every field that has a message */
export const refuseInvalid = <D extends object>({ t }: Store, messages: Messages<D>) => {
  const fields = Object.entries<Message | undefined>(messages).flatMap(([field, message]) =>
    message ? [{ field, message: messageText(message, t) }] : [],
  )
  if (fields.length) throw new HttpError({ kind: "http", status: 400, fields })
}

/** Returns the value of the owner filter that finds an item (docs/contract.md#owner-filter). */
export const ownerOf = ({ tenantId }: Pick<Feedback, "tenantId">) => tenantId || platformOwner

export const isPlatform = ({ tenantId }: StoreUser) => tenantId === ""

/** The items that a person may read: a company's administrator those of the own company. */
export const itemsOf = ({ items }: Store, user: StoreUser) =>
  items.filter(({ tenantId }) => isPlatform(user) || tenantId === user.tenantId)

/** @throws HttpError 404 for an item that does not exist or is out of reach */
export const findItem = (store: Store, user: StoreUser, id: unknown): Stored =>
  itemsOf(store, user).find(item => item.id === id) ?? refuse(store, 404, "feedback.missing")
