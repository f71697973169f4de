import { randomUUID } from "node:crypto"
import { authors, resolvedDateOf, statuses } from "../../../src/contract/feedback"
import type { Database } from "../db/open"
import { type Conversation, feedbacks } from "../db/schema"
import { feedbackWords } from "./feedback-words"
import { day, hour, nameOf, type Person, type World } from "./world"

const entry = (
  type: (typeof authors.names)[number],
  message: string,
  person: Person | undefined,
  at: number,
  isInternal = false,
): Conversation => ({
  id: randomUUID(),
  type: authors.value(type),
  message,
  authorName: person ? nameOf(person) : "",
  authorEmail: person?.email ?? "",
  createdDate: new Date(at).toISOString(),
  isInternal,
  attachments: [],
})

/** Feedback of every status, in talk with staff. */
export const seedFeedback = async (tx: Database, world: World, staffOf: Map<string, Person>) => {
  const { random, today } = world
  const turns = ["new", "inProgress", "resolved", "resolved", "rejected", "pending", "resolved", "new"] as const
  const rows = world.owners.flatMap((owner, place) =>
    [0, 1].flatMap(round =>
      feedbackWords.map(([type, subject, description, priority, category, answer], at) => {
        const status = turns[(at + place * 3 + round * 2) % turns.length] ?? "new"
        const speaker = random.pick(world.people.get(owner.id) ?? [])
        const staff = staffOf.get(owner.id)
        const created = today - random.whole(1 + round * 30, 25 + round * 60) * day + random.whole(8, 20) * hour
        const updated = status === "new" ? created : Math.min(created + random.whole(2, 96) * hour, today + 8 * hour)
        const said = status === "resolved" || status === "rejected" ? [entry("admin", answer, staff, updated)] : []
        const asked = status === "pending" ? [entry("user", subject, speaker, updated)] : []
        return {
          type,
          subject,
          description,
          priority,
          category,
          status: statuses.value(status),
          tenantId: owner.id,
          userId: speaker?.id ?? null,
          userName: speaker ? nameOf(speaker) : "",
          email: speaker?.email ?? "",
          assignedTo: status === "new" ? null : (staff?.id ?? null),
          assignedToName: status === "new" || !staff ? "" : nameOf(staff),
          resolvedAt: resolvedDateOf({ status: 0, resolvedDate: null }, statuses.value(status), new Date(updated)),
          conversations: [...asked, ...said],
          createdAt: new Date(created),
          updatedAt: new Date(Math.max(created, updated)),
        }
      }),
    ),
  )
  await tx.insert(feedbacks).values(rows)
}
