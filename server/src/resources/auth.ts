import { and, eq, isNull } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import type { Deps, Env } from "../app"
import { checkSends, codeSeconds, createCode, spendCode } from "../codes"
import { ok } from "../envelope"
import { MailDown } from "../mail"
import { say } from "../messages"
import { refuse } from "../problem"
import { readValid, sameSite } from "../request"
import { users } from "../schema"
import { bearer, closeAllSessions, closeSession, closeSessionOf, openSession, renewSession } from "../tokens"

/** S7 Auth. GetCode and GetToken change state by GET, as the contract has them. */
export const auth = new Hono<Env>()

/** Strict: what a mail server is given never holds more than one address. */
const address = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

const emailOf = (text: string | undefined) => {
  const email = (text ?? "").trim().toLowerCase()
  return email.length <= 254 && address.test(email)
    ? email
    : refuse({ kind: "invalid", fields: [{ field: "email", message: "auth.emailInvalid" }] })
}

const personOf = async ({ db }: Deps, email: string) => {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.status, 1), isNull(users.deletedAt)))
  return person
}

// Known and unknown addresses take the same way, so that neither answer nor time tells them apart (decisions §12).
auth.get("/Auth/GetCode/:email", sameSite, async c => {
  const deps = c.get("deps")
  const email = emailOf(c.req.param("email"))
  // Who asks too often costs the mail server nothing; what is counted is counted again when the code is made.
  await checkSends(deps.db, deps, email, c.get("address"))
  try {
    await deps.mailer.open()
  } catch (error) {
    if (error instanceof MailDown) return refuse({ kind: "unavailable", key: "auth.codeNotSent" })
    throw error
  }
  const code = await createCode(deps, email, c.get("address"))
  const person = await personOf(deps, email)
  if (person) {
    const language = person.language === "en" ? "en" : "tr"
    const sending = deps.mailer.send({
      to: email,
      subject: say(language, "api.codeSubject", { code }),
      text: say(language, "api.codeText", { code }),
      code,
    })
    // The outbox is written at once; a mail server's pace must not tell that the address is known.
    if (deps.config.smtpUrl) sending.catch(error => deps.log.error({ requestId: c.get("requestId"), error: String(error) }))
    else await sending
  }
  return ok(c, { timer: codeSeconds })
})

const signIn = async (deps: Deps, email: string, code: string, userAgent: string) => {
  const isRight = /^\d{6}$/.test(code) && (await spendCode(deps, email, code))
  const person = await personOf(deps, email)
  if (!isRight || !person) return refuse({ kind: "malformed", key: "api.codeWrong" })
  return openSession(deps, person, userAgent)
}

auth.get("/Auth/GetToken", sameSite, async c =>
  ok(c, await signIn(c.get("deps"), emailOf(c.req.query("email")), c.req.query("code") ?? "", c.req.header("User-Agent") ?? "")),
)

const loginBody = z.object({ email: z.string(), code: z.string() })
auth.post("/api/auth/login", async c => {
  const { email, code } = await readValid(c, loginBody)
  return ok(c, await signIn(c.get("deps"), emailOf(email), code, c.req.header("User-Agent") ?? ""))
})

const refreshBody = z.object({ refreshToken: z.string().max(200) })
auth.post("/api/auth/refresh", async c => {
  const { refreshToken } = await readValid(c, refreshBody)
  return ok(c, await renewSession(c.get("deps"), refreshToken))
})

// Whoever leaves may have let the access token expire: the refresh token names the session as well (extension).
const logoutBody = z.object({ refreshToken: z.string().max(200).optional() })
auth.post("/api/auth/logout", async c => {
  const { refreshToken } = await readValid(c, logoutBody)
  if (refreshToken && (await closeSessionOf(c.get("deps"), refreshToken))) return ok(c, true)
  await bearer(c, async () => {})
  await closeSession(c.get("deps"), c.get("actor").sessionId)
  return ok(c, true)
})

auth.post("/api/auth/logout-all", bearer, async c => {
  await closeAllSessions(c.get("deps"), c.get("actor").userId)
  return ok(c, true)
})

auth.get("/api/auth/me", bearer, async c => {
  const { userId, email, role, tenantId } = c.get("actor")
  const [person] = await c
    .get("deps")
    .db.select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return ok(c, { userId, email, role, tenantId, ...person })
})
