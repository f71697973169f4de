import type { Context } from "hono"
import type { ViewAsToken } from "../../../../src/contract/session"
import { claimsOf, signAccessToken } from "../../auth/access-token"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { idParam } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
import { readCompany } from "./access"

/**
 * Answers with a token by which an administrator of the platform sees a company as its own administrator does, without writing
 * (docs/contract.md#seeing-a-company). The audit log of the company has an entry about it.
 */
export const viewAs = async (c: Context<Env>) => {
  const deps = c.get("deps")
  const { id } = (await readCompany(c, idParam(c))).row
  const claims = await claimsOf(c)
  if (!claims) return refuse({ kind: "unauthorised" })
  const { userId, email, role, sessionId } = c.get("actor")
  const ids = { sessionId, refreshTokenId: claims.rid }
  const token = await signAccessToken(deps, { id: userId, email, role, tenantId: null }, ids, id)
  await addAuditEntry(c, deps.db, { action: "viewAs", entity: "tenant", id, tenantId: id })
  return ok(c, { token } satisfies ViewAsToken)
}
