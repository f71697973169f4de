import { eq } from "drizzle-orm"
import { Hono } from "hono"
import type { Me } from "../../../../src/contract/session"
import { validate } from "../../../../src/core/rules"
import { bearer } from "../../auth/bearer"
import { closeAllSessions, closeSession, closeSessionOf, renewSession } from "../../auth/sessions"
import { users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import type { Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { readValid, sameSite } from "../../http/request"
import { loginBody, logoutBody, refreshBody, registerBody, registerRules, requireEmail } from "./input"
import { register } from "./register"
import { endSession, listSessions } from "./sessions"
import { sendCode, signIn } from "./sign-in"

/** Authentication. GetCode and GetToken change state although they are GETs (docs/contract.md#authentication-calls). */
export const auth = new Hono<Env>()

auth.get("/Auth/GetCode/:email", sameSite, async c => ok(c, await sendCode(c, requireEmail(c.req.param("email")))))

auth.get("/Auth/GetToken", sameSite, async c =>
  ok(c, await signIn(c, { email: c.req.query("email") ?? "", code: c.req.query("code") ?? "" })),
)

auth.post("/api/auth/login", async c => ok(c, await signIn(c, await readValid(c, loginBody))))

auth.post("/api/auth/register", async c => {
  await register(c, await readValid(c, registerBody, given => validate(registerRules, given)))
  return ok(c, true)
})

auth.post("/api/auth/refresh", async c => {
  const { refreshToken } = await readValid(c, refreshBody)
  return ok(c, await renewSession(c.get("deps"), refreshToken))
})

/** The refresh token names the session when the access token has expired (an extension). */
auth.post("/api/auth/logout", async c => {
  const deps = c.get("deps")
  const { refreshToken } = await readValid(c, logoutBody)
  if (refreshToken && (await closeSessionOf(deps, refreshToken))) return ok(c, true)
  await bearer(c, async () => {})
  await closeSession(deps, c.get("actor").sessionId)
  return ok(c, true)
})

auth.post("/api/auth/logout-all", bearer, async c => {
  await closeAllSessions(c.get("deps"), c.get("actor").userId, true)
  return ok(c, true)
})

auth.get("/api/auth/me", bearer, async c => {
  const { userId, email, role, tenantId } = c.get("actor")
  const [person] = await c
    .get("deps")
    .db.select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  if (!person) return refuse({ kind: "unauthorised" })
  return ok(c, { userId, email, role, tenantId, ...person } satisfies Me)
})

auth.get("/api/auth/sessions", bearer, listSessions)
auth.delete("/api/auth/sessions/:id", bearer, endSession)
