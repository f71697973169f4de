import { recordOfKind, type WebhookKind, webhookKinds } from "../../../src/contract/webhooks"
import type { Kind, StoredRow } from "../kinds/kind"
import { isWhole, type LoggedChange } from "./logged-change"

/** Which events a change is (docs/contract.md#webhook-events). */

export const webhookKindOf = ({ name }: Kind) => webhookKinds.find(kind => recordOfKind(kind) === name) as WebhookKind

const changes: readonly string[] = ["create", "update", "delete", "undo", "restore"] satisfies LoggedChange["action"][]

type EventRow = StoredRow & { intent?: string; endDate?: Date | null }

const isEnded = ({ end }: Kind, { intent = "", endDate }: EventRow, now: number) =>
  intent === end?.over || (end?.live.includes(intent) === true && endDate != null && endDate.getTime() <= now)

/** Events in addition to `created` and `updated`. @param before undefined for a record that was not there */
const furtherEvents = (kind: Kind, before: EventRow | undefined, after: EventRow, now: number): string[] => {
  const { live, end } = kind
  const isPublished = live && after.intent === live && before?.intent !== live
  const isOver = end && isEnded(kind, after, now) && !(before && isEnded(kind, before, now))
  const isEnd = isOver && (after.intent !== end.over || end.live.includes(before?.intent ?? ""))
  return [...(isPublished ? ["published"] : []), ...(isEnd ? [end.event] : []), ...(kind.furtherEvents?.(before, after) ?? [])]
}

/**
 * Returns the types of the events of a change, for somebody who sees the records for which `isWithin` is true: a record that leaves
 * their reach is deleted to them, one that enters it is created.
 * @param isWithin is given undefined where the change is logged without the record. @param now epoch ms
 */
export const eventTypes = (
  kind: Kind,
  { action, before, after }: LoggedChange,
  isWithin: (row: StoredRow | undefined) => boolean,
  now: number,
): string[] => {
  const typesOf = (...events: string[]) => events.map(event => `${webhookKindOf(kind)}.${event}`)
  const [from, to] = [before, after].map(row => (isWhole(row) ? row : undefined))
  if (!from && !to) {
    const event = kind.steps?.[action] ?? (action === "delete" && "deleted")
    return event && isWithin(undefined) ? typesOf(event) : []
  }
  if (!changes.includes(action)) return []
  const rowIn = (row: EventRow | undefined) => (row && !row.deletedAt && isWithin(row) ? row : undefined)
  const [was, is] = [rowIn(from), rowIn(to)]
  if (!is) return was ? typesOf("deleted") : []
  return typesOf(was ? "updated" : "created", ...furtherEvents(kind, was, is, now))
}
