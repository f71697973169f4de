import { randomUUID } from "node:crypto"
import { authors, type Conversation, resolvedDateOf, statuses } from "../../../src/contract/feedback"
import type { Database } from "../db/open"
import { feedbacks } from "../db/schema"
import { feedbackWords } from "./words/feedback"
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

/** Feedback in every status, with answers of staff. */
export const seedFeedback = async (tx: Database, world: World, staffOf: Map<string, Person>) => {
  const { random, today } = world
  const order = ["new", "inProgress", "resolved", "resolved", "rejected", "pending", "resolved", "new"] as const
  const rows = world.owners.flatMap((owner, place) =>
    [0, 1].flatMap(round =>
      feedbackWords.map(([type, subject, description, priority, category, answer], at) => {
        const status = order[(at + place * 3 + round * 2) % order.length] ?? "new"
        const author = random.pick(world.people.get(owner.id) ?? [])
        const staff = staffOf.get(owner.id)
        const created = today - random.whole(1 + round * 30, 25 + round * 60) * day + random.whole(8, 20) * hour
        const updated = status === "new" ? created : Math.min(created + random.whole(2, 96) * hour, today)
        const answers = status === "resolved" || status === "rejected" ? [entry("admin", answer, staff, updated)] : []
        const questions = status === "pending" ? [entry("user", subject, author, updated)] : []
        return {
          type,
          subject,
          description,
          priority,
          category,
          status: statuses.value(status),
          tenantId: owner.id,
          userId: author?.id ?? null,
          userName: author ? nameOf(author) : "",
          email: author?.email ?? "",
          assignedTo: status === "new" ? null : (staff?.id ?? null),
          assignedToName: status === "new" || !staff ? "" : nameOf(staff),
          resolvedAt: resolvedDateOf({ status: 0, resolvedDate: null }, statuses.value(status), new Date(updated)),
          conversations: [...questions, ...answers],
          createdAt: new Date(created),
          updatedAt: new Date(Math.max(created, updated)),
        }
      }),
    ),
  )
  await tx.insert(feedbacks).values(rows)
}
