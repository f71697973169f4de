import type { Context } from "hono"
import type { SessionWay } from "../../../src/contract/session"
import { afterCommit } from "../db/after-commit"
import type { Deps, Env } from "../http/context"

/** Sign-ins, refused ones and ends of sessions in the stream for security people (docs/audit-stream.md). */

const origin = (c: Context<Env>) => ({
  requestId: c.get("requestId"),
  ...(c.get("deps").config.logAddresses && { address: c.get("address") }),
})

/** @param by what confirmed the code, where it was no passkey */
export const logSignIn = (
  c: Context<Env>,
  way: SessionWay,
  { id: userId, tenantId }: { id: string; tenantId: string | null },
  by: string = way,
) => {
  c.get("countSignIn")(way, "done")
  c.get("deps").auditLog?.({ audit: "signIn", way, by, userId, tenantId, ...origin(c) })
}

/** @param person undefined where nobody has the address, or it is not known whose it is */
export const logRefusedSignIn = (
  c: Context<Env>,
  way: SessionWay,
  reason: string,
  person?: { id: string; tenantId: string | null },
) => {
  c.get("countSignIn")(way, "refused")
  const { id: userId = null, tenantId = null } = person ?? {}
  c.get("deps").auditLog?.({ audit: "signInRefused", way, reason, userId, tenantId, ...origin(c) })
}

/** Why sessions ended: `signOut` by the person; `access`: by a change of the person's rights; `reusedToken`: a copied one was used. */
type SessionEnd = "signOut" | "access" | "reusedToken"

/** After the transaction that ends them. */
export const logSessionEnd = (
  { db, auditLog }: Pick<Deps, "db" | "auditLog">,
  reason: SessionEnd,
  ended: readonly { id: string; userId: string }[],
) =>
  afterCommit(db, () => {
    for (const { id: sessionId, userId } of ended) auditLog?.({ audit: "sessionEnd", reason, sessionId, userId })
  })
