import { eq } from "drizzle-orm"
import type { Database } from "../db/open"
import { users } from "../db/schema"

/** What a person did, and when; null where nobody did, or the account is gone. */
export const personAt = async (db: Database, userId: string | null, at: Date | null) => {
  const [person] = userId && at ? await db.select().from(users).where(eq(users.id, userId)) : []
  if (!person || !at) return null
  return { email: person.email, name: `${person.firstName} ${person.lastName}`.trim(), at: at.toISOString() }
}
