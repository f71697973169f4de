import { z } from "zod"
import type { ViewAsToken } from "../../../../src/contract/session"
import { claimsOf, signAccessToken } from "../../auth/access-token"
import { platform } from "../../auth/policy"
import { refuse } from "../../errors/problem"
import { requireId } from "../../http/request"
import { addAuditEntry } from "../../records/audit"
import { route } from "../../routes/route"
import { text } from "../../routes/schemas"
import { readCompany } from "./access"

/**
 * A token by which an administrator of the platform sees a company as its own administrator does, without writing
 * (docs/contract.md#seeing-a-company). The audit log of the company has an entry about it.
 */
export const viewAs = route.post("/tenant/:id/view-as", platform, {
  summary: "A token to see a company as its administrator does",
  answer: z.object({ token: text }) satisfies z.ZodType<ViewAsToken>,
  handler: async ({ c, deps, params }) => {
    const { id } = (await readCompany(c, requireId(params.id))).row
    const claims = await claimsOf(c)
    if (!claims) return refuse({ kind: "unauthorised" })
    const { userId, email, role, sessionId } = c.get("actor")
    const ids = { sessionId, refreshTokenId: claims.rid }
    const token = await signAccessToken(deps, { id: userId, email, role, tenantId: null }, ids, id)
    await addAuditEntry(c, deps.db, { action: "viewAs", entity: "tenant", id, tenantId: id })
    return { value: { token } }
  },
})
