import { and, eq } from "drizzle-orm"
import { Hono } from "hono"
import { z } from "zod"
import { maxLength, type Rules, required, validate } from "../../../../src/core/rules"
import { checkSends, codeSeconds, createCode, spendCode } from "../../auth/codes"
import { bearer, closeAllSessions, closeSession, closeSessionOf, mayEnter, openSession, renewSession } from "../../auth/tokens"
import { users } from "../../db/schema"
import { loggable } from "../../errors/faults"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import type { Deps, Env } from "../../http/context"
import { ok } from "../../http/envelope"
import { say } from "../../http/messages"
import { readValid, sameSite } from "../../http/request"
import { MailDown } from "../../mail/mail"
import { isMailAddress } from "../../mail/mail-address"
import { keepAudit } from "../../records/audit"

/** S7 Auth. GetCode and GetToken change state by GET, as the contract has them. */
export const auth = new Hono<Env>()

const emailOf = (text: string | undefined) => {
  const email = (text ?? "").trim().toLowerCase()
  return isMailAddress(email) ? email : refuse({ kind: "invalid", fields: [{ field: "email", message: "auth.emailInvalid" }] })
}

const personOf = async ({ db }: Deps, email: string) => {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), mayEnter))
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
      language,
      code,
    })
    // The outbox is written at once; a mail server's pace must not tell that the address is known.
    if (deps.config.smtpUrl) sending.catch(error => deps.log.error({ requestId: c.get("requestId"), ...loggable(error) }))
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

export const loginBody = z.object({ email: z.string(), code: z.string() })
auth.post("/api/auth/login", async c => {
  const { email, code } = await readValid(c, loginBody)
  return ok(c, await signIn(c.get("deps"), emailOf(email), code, c.req.header("User-Agent") ?? ""))
})

export const registerBody = z.object({ email: z.string(), firstName: trimmed, lastName: trimmed })
type Registration = z.infer<typeof registerBody>
const registerRules: Rules<Registration> = {
  firstName: [required("employee.firstNameRequired"), maxLength(100)],
  lastName: [required("employee.lastNameRequired"), maxLength(100)],
}

// Makes an ordinary user of no company. The answer is the same for an address that somebody has already.
auth.post("/api/auth/register", async c => {
  const { db, clock } = c.get("deps")
  const given = await readValid(c, registerBody, given => validate(registerRules, given))
  const values = { ...given, email: emailOf(given.email), role: "User" as const, language: c.get("language") }
  const now = new Date(clock())
  await db.transaction(async tx => {
    const [row] = await tx
      .insert(users)
      .values({ ...values, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning()
    if (!row) return
    const { id, email } = row
    await keepAudit(c, tx, { action: "create", entity: "user", id, tenantId: null, after: row }, { userId: id, email })
  })
  return ok(c, true)
})

export const refreshBody = z.object({ refreshToken: z.string().max(200) })
auth.post("/api/auth/refresh", async c => {
  const { refreshToken } = await readValid(c, refreshBody)
  return ok(c, await renewSession(c.get("deps"), refreshToken))
})

// Whoever leaves may have let the access token expire: the refresh token names the session as well (extension).
export const logoutBody = z.object({ refreshToken: z.string().max(200).optional() })
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
