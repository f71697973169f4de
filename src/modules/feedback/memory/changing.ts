import {
  type Attachment,
  authorRules,
  authors,
  blank,
  type Conversation,
  categories,
  conversationError,
  isAnswer,
  kinds,
  priorities,
  replyRules,
  resolvedDateOf,
  rules,
  statusAfterAnswer,
  statuses,
  statusRules,
} from "../../../contract/feedback"
import type { Codes } from "../../../core/codes"
import { randomId } from "../../../core/hashing/random-id"
import type { Answer } from "../../../core/http/answer"
import type { RequestOptions } from "../../../core/http/http"
import { type Messages, validate } from "../../../core/rules"
import type { Key } from "../../../core/text/i18n"
import {
  answerWith,
  findItem,
  isPlatform,
  presented,
  refuse,
  refuseInvalid,
  type Store,
  type Stored,
  type StoreUser,
} from "./store"

/** Changes of the memory source, by the rules of the API (docs/contract.md#feedback-calls). */

/** A body as a screen sends it. */
export type Body = Record<string, unknown>

const text = (value: unknown) => (typeof value === "string" ? value.trim() : "")

const isoNow = ({ now }: Store) => new Date(now()).toISOString()

/** A code that the server does not have is refused; null counts as left out where there is a default. */
const shapeErrors = (body: Body, codesOf: Record<string, Codes<string>>): Messages<Body> =>
  Object.fromEntries(
    Object.entries(codesOf).flatMap(([name, codes]) =>
      typeof body[name] === "number" && codes.values.includes(body[name]) ? [] : [[name, "rule.shape" as const]],
    ),
  )

/** Leaves out what has no value, so that a default takes its place. */
const given = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([, value]) => value != null))

/** Returns the answer to an earlier call with the same key. @throws HttpError 409 if that had another body */
export const once = (store: Store, options: RequestOptions | undefined, body: Body, run: () => Answer): Answer => {
  const key = options?.idempotencyKey
  const sent = JSON.stringify(body)
  const known = key === undefined ? undefined : store.answers.get(key)
  if (known) return known.body === sent ? known.answer : refuse(store, 409, "api.keyReused")
  const answer = run()
  if (key !== undefined) store.answers.set(key, { body: sent, answer })
  return answer
}

/** Writes members of an item; `at` is the instant of the change. @throws HttpError 404, and 409 with the current item when the caller has seen another version */
const change = (
  store: Store,
  user: StoreUser,
  id: unknown,
  options: RequestOptions | undefined,
  message: Key,
  valuesOf: (item: Stored, at: string) => Partial<Stored>,
): Answer => {
  const item = findItem(store, user, id)
  const current = `"${item.version}"`
  if (options?.version !== undefined && options.version !== current)
    refuse(store, 409, "api.versionMismatch", { value: presented(store, item), version: current })
  const at = isoNow(store)
  const changed = { ...item, ...valuesOf(item, at), updatedDate: at, version: item.version + 1 }
  store.items = store.items.map(other => (other === item ? changed : other))
  return answerWith(store, changed, message)
}

const maxAttachments = 20

/** Files as they are kept: those of `before` unchanged, new ones with the size of the upload. @throws HttpError 400 */
const attachmentsOf = (store: Store, at: string, files: unknown, before: readonly Attachment[] = []): Attachment[] => {
  const list = (Array.isArray(files) ? files : []) as { id?: string; name?: string; url: string }[]
  if (list.length > maxAttachments) refuseInvalid(store, { attachments: "rule.shape" })
  return list.map(({ id, name, url }) => {
    const known = before.find(file => file.id === id)
    if (known) return known
    const size = store.files.get(url)
    if (size === undefined) refuseInvalid(store, { attachments: "feedback.attachmentUnknown" })
    return { id: randomId(), name: text(name) || url, url, size: size ?? 0, uploadDate: at }
  })
}

/** @throws HttpError 400 for a company that is out of reach */
const companyOf = (store: Store, user: StoreUser, id: string) => {
  const company = store.companies.find(other => other.id === (id || user.tenantId))
  const isKnown = company && (isPlatform(user) || company.id === user.tenantId)
  if (id && !isKnown) refuseInvalid(store, { tenantId: "rule.companyOutOfReach" })
  return company
}

/** Whose the feedback is: the person of the given id or name, or nobody named, the one who records it. */
const authorOf = (store: Store, user: StoreUser, draft: typeof blank) => {
  const { userId, userName, email } = draft
  const people = [user, ...store.people, ...store.staff]
  const known = userId ? people.find(({ id }) => id === userId) : userName || email ? undefined : user
  if (userId && !known) refuseInvalid(store, { userId: "rule.employeeOutOfReach" })
  return { userId: known?.id ?? "", userName: userName || known?.name || "", email: email || known?.email || "" }
}

export const createItem = (store: Store, user: StoreUser, body: Body): Answer => {
  const draft = { ...blank, type: undefined, ...given(body) } as typeof blank
  for (const name of ["subject", "description", "userId", "userName", "email", "tenantId"] as const)
    draft[name] = text(draft[name])
  refuseInvalid(store, shapeErrors(draft, { type: kinds, priority: priorities, category: categories }))
  refuseInvalid(store, validate(rules, draft))
  const company = companyOf(store, user, draft.tenantId)
  const at = isoNow(store)
  const item: Stored = {
    type: draft.type,
    subject: draft.subject,
    description: draft.description,
    priority: draft.priority,
    category: draft.category,
    ...authorOf(store, user, draft),
    id: randomId(),
    tenantId: company?.id ?? null,
    tenantName: company?.name ?? "",
    status: statuses.value("new"),
    assignedTo: "",
    assignedToName: "",
    mailsAnswers: false,
    internalNotes: "",
    resolutionStep: "",
    conversations: [],
    attachments: [],
    resolvedDate: null,
    createdDate: at,
    updatedDate: at,
    version: 1,
  }
  store.items = [...store.items, item]
  return answerWith(store, item, "feedback.created")
}

const texts = ["subject", "description", "userName", "email", "internalNotes", "resolutionStep"] as const

/** Company, person, status, assignee and conversation have calls of their own, or stay. */
export const updateItem = (store: Store, user: StoreUser, body: Body, options?: RequestOptions): Answer =>
  change(store, user, body.id, options, "feedback.updated", (item, at) => {
    const changed: Body = {}
    for (const name of texts) if (body[name] !== undefined) changed[name] = text(body[name])
    for (const name of ["type", "priority", "category"]) if (body[name] !== undefined) changed[name] = body[name]
    const before = presented(store, item)
    const next = { ...before, ...changed }
    refuseInvalid(store, shapeErrors(next, { type: kinds, priority: priorities, category: categories }))
    refuseInvalid(store, {
      ...validate(rules, next, [before]),
      ...validate(statusRules, { ...next, response: "" }, [{ ...before, response: "" }]),
    })
    if (body.attachments === undefined) return changed
    return { ...changed, attachments: attachmentsOf(store, at, body.attachments, item.attachments) }
  })

const entryOf = (entry: Omit<Conversation, "id">): Conversation => ({ ...entry, id: randomId() })

export const setStatus = (store: Store, user: StoreUser, body: Body, options?: RequestOptions): Answer => {
  const draft = {
    response: text(body.response),
    internalNotes: text(body.internalNotes),
    resolutionStep: text(body.resolutionStep),
  }
  refuseInvalid(store, { ...shapeErrors(body, { status: statuses }), ...validate(statusRules, draft) })
  const status = Number(body.status)
  return change(store, user, body.id, options, "feedback.statusUpdated", (item, at) => {
    if (draft.response) refuseInvalid(store, { response: conversationError(item.conversations, draft.response) })
    // The status that was left as it is follows the answer.
    const isUnchanged = status === item.status
    return {
      status: draft.response && isUnchanged ? statusAfterAnswer(status) : status,
      resolvedDate: resolvedDateOf({ status: Number(item.status), resolvedDate: item.resolvedDate }, status, at),
      ...(body.internalNotes !== undefined && { internalNotes: draft.internalNotes }),
      ...(body.resolutionStep !== undefined && { resolutionStep: draft.resolutionStep }),
      conversations: draft.response
        ? [
            ...item.conversations,
            entryOf({
              createdDate: at,
              type: authors.value("admin"),
              message: draft.response,
              authorName: user.name,
              authorEmail: user.email,
              isInternal: false,
              attachments: [],
            }),
          ]
        : item.conversations,
    }
  })
}

/** Without a person, the assignment is removed. */
export const assignItem = (store: Store, user: StoreUser, body: Body, options?: RequestOptions): Answer =>
  change(store, user, body.id, options, "feedback.assigned", () => {
    const id = text(body.assignedTo)
    const person = [user, ...store.staff].find(other => other.id === id)
    if (id && !person) refuseInvalid(store, { assignedTo: "feedback.assigneeUnknown" })
    return { assignedTo: person?.id ?? "", assignedToName: person?.name ?? "" }
  })

/** Adds an answer in the name of the signed-in person, or a message of the author that staff write down. */
export const respondTo = (store: Store, user: StoreUser, body: Body): Answer => {
  const reply = { type: authors.value("admin"), ...given(body) } as Body & { type: number }
  const draft = { message: text(reply.message), authorName: text(reply.authorName), authorEmail: text(reply.authorEmail) }
  refuseInvalid(store, {
    ...shapeErrors(reply, { type: authors }),
    ...validate(replyRules, draft),
    ...validate(authorRules, { ...draft, type: reply.type }),
  })
  const isStaff = authors.name(reply.type) === "admin"
  return change(store, user, body.feedbackId, undefined, "feedback.replied", (item, at) => {
    refuseInvalid(store, { message: conversationError(item.conversations, draft.message) })
    const isInternal = reply.isInternal === true
    return {
      ...(isAnswer({ type: reply.type, isInternal }) && { status: statusAfterAnswer(Number(item.status)) }),
      conversations: [
        ...item.conversations,
        entryOf({
          createdDate: at,
          type: reply.type,
          message: draft.message,
          authorName: isStaff ? user.name : draft.authorName || item.userName,
          authorEmail: isStaff ? user.email : draft.authorEmail || item.email,
          isInternal,
          attachments: attachmentsOf(store, at, reply.attachments),
        }),
      ],
    }
  })
}

export const removeItem = (store: Store, user: StoreUser, id: string): Answer => {
  const item = findItem(store, user, id)
  store.items = store.items.filter(other => other !== item)
  return { value: true, status: 200, message: store.t("feedback.removed", { title: store.textOf(item.subject) }) }
}
