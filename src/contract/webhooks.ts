import { rulesOf, text, webAddress } from "../core/fields"
import { type Rules, required } from "../core/rules"
import type { AuditedRecord } from "./modules"

/** Webhooks: what other systems hear of changes, and the endpoints that they hear it at (docs/contract.md#webhooks). */

const changes = ["created", "updated", "deleted"] as const

/** The events of each kind of record. A type is `kind.event`, such as `campaign.published`. */
export const webhookEvents = {
  campaign: [...changes, "published", "ended", "used", "full"],
  draw: [...changes, "published", "locked", "drawn", "voided"],
  announcement: [...changes, "published", "ended"],
  survey: [...changes, "published", "closed"],
  brand: changes,
  payment: changes,
  gift: changes,
  feedback: [...changes, "answered", "resolved"],
  employee: [...changes, "deactivated"],
  company: changes,
} as const satisfies Record<Exclude<AuditedRecord, "user" | "tenant">, readonly string[]> & Record<string, readonly string[]>
export type WebhookKind = keyof typeof webhookEvents
export type WebhookEvent = (typeof webhookEvents)[WebhookKind][number]
export const webhookKinds = Object.keys(webhookEvents) as WebhookKind[]

/** All types that an endpoint can ask for. `ping` is sent by a test alone. */
export const webhookTypes: readonly string[] = webhookKinds.flatMap(kind => webhookEvents[kind].map(event => `${kind}.${event}`))

/** The kinds whose name in types is not that of the audit log. */
const renamed: Partial<Record<WebhookKind, AuditedRecord>> = { employee: "user", company: "tenant" }

/** Returns what the audit log and the paths of calls name the records of a kind. */
export const recordOfKind = (kind: WebhookKind) => (renamed[kind] ?? kind) as AuditedRecord

/** `ended`: the receiver answered 410; nothing is sent until it is active again, as when it is paused. */
export const webhookStates = ["active", "paused", "ended"] as const
export type WebhookState = (typeof webhookStates)[number]

export type WebhookDraft = { url: string; description: string; events: string[] }

export type Webhook = WebhookDraft & {
  id: string
  state: WebhookState
  /** An instant: the first of the failures since the last success; null without one. */
  failingSince: string | null
  /** Until then the secret before the current one signs as well; null when there is none. */
  oldSecretUntil: string | null
  /** Deliveries in these states. */
  waiting: number
  failed: number
  /** The last delivery that succeeded. */
  lastDeliveryAt: string | null
  /** Who made it; "" for an account that is deleted. */
  ownerName: string
  version: number
  createdAt: string
}

export const deliveryStates = ["waiting", "delivered", "failed"] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a try failed: the address may not be called or has no server, the connection was refused or lost, no answer in time, an answer
 * whose head is too large, a status other than 2xx, or this server stopped meanwhile.
 */
export const deliveryErrors = ["address", "connection", "timeout", "tooLarge", "status", "stopped"] as const

export type Delivery = {
  /** The header `webhook-id`, the same for every try. */
  id: string
  type: string
  recordId: string | null
  createdAt: string
  state: DeliveryState
  tries: number
  nextTryAt: string | null
  triedAt: string | null
  /** HTTP status of the last answer. */
  status: number | null
  /** Duration of the last try. */
  ms: number | null
  error: (typeof deliveryErrors)[number] | null
  /** The first characters of the last answer, at most `maxAnswerShown`. */
  answer: string
  /** What is sent, as JSON. */
  body: string
}

/** Most endpoints of a company, or of the platform. */
export const maxWebhooks = 20
export const maxWebhookUrl = 2_000
export const maxWebhookDescription = 200
export const maxAnswerShown = 500

export const fields = {
  url: webAddress("rule.url"),
  description: text(maxWebhookDescription),
}

export const rules: Rules<WebhookDraft> = {
  ...(rulesOf(fields) as Rules<WebhookDraft>),
  events: required("webhook.eventsRequired"),
}
