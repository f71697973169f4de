import { liveIntents } from "../../../src/contract/approvals"
import { authors, type Conversation, statuses } from "../../../src/contract/feedback"
import { moduleOfRecord } from "../../../src/contract/modules"
import { recordOfKind, type WebhookKind, webhookKinds } from "../../../src/contract/webhooks"
import { activeStatuses } from "../../../src/core/codes"
import { type EntityName, isEntityName } from "../kinds/entities"
import type { Change } from "./change"

/** Which events a change is (docs/contract.md#webhook-events). */

export const kindOf = (entity: EntityName) => webhookKinds.find(kind => recordOfKind(kind) === entity) as WebhookKind

/** How records of a kind end: those with a `live` intent by their end date, others when they get the intent `over`. */
export const endings: Partial<Record<EntityName, { event: string; live: readonly string[]; over?: string }>> = {
  campaign: { event: "ended", live: ["live", "paused"] },
  announcement: { event: "ended", live: ["published"], over: "archived" },
  survey: { event: "closed", live: ["active"], over: "closed" },
}

type Row = Record<string, unknown> & { intent?: string; endDate?: Date | null; deletedAt?: Date | null; status?: number }

/** Events of the steps of a draw. */
const steps: Partial<Record<Change["action"], string>> = { lock: "locked", run: "drawn", void: "voided", winner: "updated" }
const changes: readonly string[] = ["create", "update", "delete", "undo", "restore"] satisfies Change["action"][]

const isEnded = (entity: EntityName, { intent = "", endDate }: Row, now: number) => {
  const { live, over } = endings[entity] ?? {}
  return intent === over || (live?.includes(intent) === true && endDate != null && endDate.getTime() <= now)
}

const answersIn = ({ conversations }: Row) =>
  (conversations as Conversation[]).filter(({ type, isInternal }) => type === authors.value("admin") && !isInternal).length

const isResolved = ({ status }: Row) => statuses.name(status) === "resolved"
const isActive = ({ status }: Row) => activeStatuses.name(status) === "active"

/** Events in addition to `created` and `updated`. @param before undefined for a record that was not there */
const furtherEvents = (entity: EntityName, before: Row | undefined, after: Row, now: number): string[] => {
  const events: string[] = []
  const live: string | undefined = liveIntents[moduleOfRecord(entity) as keyof typeof liveIntents]
  if (live && after.intent === live && before?.intent !== live) events.push("published")
  const { event, live: wasLive, over } = endings[entity] ?? {}
  const isOver = isEnded(entity, after, now) && !(before && isEnded(entity, before, now))
  if (event && isOver && (after.intent !== over || wasLive?.includes(before?.intent ?? ""))) events.push(event)
  if (entity === "feedback") {
    if (answersIn(after) > (before ? answersIn(before) : 0)) events.push("answered")
    if (isResolved(after) && !(before && isResolved(before))) events.push("resolved")
  }
  if (entity === "user" && before && isActive(before) && !isActive(after)) events.push("deactivated")
  return events
}

/**
 * Returns the types of the events of a change, for somebody who sees the records for which `isWithin` is true: a record that leaves
 * their reach is deleted to them, one that enters it is created.
 * @param now epoch ms
 */
export const eventTypes = (
  { action, entity, before, after }: Change,
  isWithin: (row: object) => boolean,
  now: number,
): string[] => {
  if (!isEntityName(entity)) return []
  const typesOf = (...events: string[]) => events.map(event => `${kindOf(entity)}.${event}`)
  const step = steps[action]
  if (step) return isWithin({}) ? typesOf(step) : []
  if (!changes.includes(action)) return []
  // Entries of a draw, and the erasure of a person, are logged without the record.
  if (!("version" in { ...before, ...after })) {
    const event = action === "delete" ? "deleted" : entity === "draw" && "updated"
    return event && isWithin({}) ? typesOf(event) : []
  }
  const rowIn = (row: Row | undefined) => (row && !row.deletedAt && isWithin(row) ? row : undefined)
  const [was, is] = [rowIn(before), rowIn(after)]
  if (!is) return was ? typesOf("deleted") : []
  return typesOf(was ? "updated" : "created", ...furtherEvents(entity, was, is, now))
}
