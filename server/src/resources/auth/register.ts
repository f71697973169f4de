import { setTimeout } from "node:timers/promises"
import type { Context } from "hono"
import { users } from "../../db/schema"
import type { Env } from "../../http/context"
import { addAuditEntry } from "../../records/audit"
import { type Registration, requireEmail } from "./input"

/** Registrations are answered at multiples of this, ms: a new account takes longer to store than a known one to find. */
const answerStepMs = 300

/** Adds an ordinary user without a company. An address that is taken changes nothing; neither the answer nor its duration discloses it. */
export const register = async (c: Context<Env>, given: Registration) => {
  const start = performance.now()
  try {
    await addUser(c, given)
  } finally {
    await setTimeout(answerStepMs - ((performance.now() - start) % answerStepMs))
  }
}

const addUser = async (c: Context<Env>, given: Registration) => {
  const { db, clock } = c.get("deps")
  const values = { ...given, email: requireEmail(given.email), role: "User" as const, language: c.get("language") }
  const now = new Date(clock())
  await db.transaction(async tx => {
    const [row] = await tx
      .insert(users)
      .values({ ...values, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning()
    if (!row) return
    const { id, email } = row
    await addAuditEntry(c, tx, { action: "create", entity: "user", id, tenantId: null, after: row }, { userId: id, email })
  })
}
