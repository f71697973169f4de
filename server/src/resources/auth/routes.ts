import { eq } from "drizzle-orm"
import { z } from "zod"
import { nameRules } from "../../../../src/contract/employees"
import type { CodeSent, Me } from "../../../../src/contract/session"
import { validate } from "../../../../src/core/rules"
import { bearer } from "../../auth/bearer"
import { anyStaff } from "../../auth/policy"
import { closeAllSessions, closeSession, closeSessionOf, renewSession } from "../../auth/sessions"
import { users } from "../../db/schema"
import { refuse } from "../../errors/problem"
import { trimmed } from "../../http/body"
import { sameSite } from "../../http/request"
import { user as userKind } from "../../kinds/user"
import { change } from "../../records/write"
import { json, literalTrue, route } from "../../routes/route"
import { id, named, text, total } from "../../routes/schemas"
import { loginBody, logoutBody, refreshBody, registerBody, registerRules, requireEmail } from "./input"
import { confirmation, passkeySignIn, tokens } from "./passkey-sign-in"
import { ownPasskeys } from "./passkeys"
import { provider } from "./provider"
import { register } from "./register"
import { endSession, listSessions } from "./sessions"
import { sendCode, signIn } from "./sign-in"

/** Where a passkey is required, a right code waits for one (docs/contract.md#passkeys). */
const signedIn = z.union([tokens, confirmation])

/** What GetCode and GetToken refuse beside other calls for everybody: they change state although they are GETs. */
const errors = [400, 403, 507]

const getCode = route.get("/Auth/GetCode/:email", "everybody", {
  summary: "Send a sign-in code by mail; the answer is the same for addresses without an account",
  middleware: sameSite,
  errors,
  query: { code: text },
  answer: z.object({ timer: total, provider: text.optional() }) satisfies z.ZodType<CodeSent>,
  handler: async ({ c, params, query: { code } }) => ({ value: await sendCode(c, requireEmail(params.email), code === "mail") }),
})

const getToken = route.get("/Auth/GetToken", "everybody", {
  summary: "Sign in with a code",
  middleware: sameSite,
  query: { email: text, code: text },
  errors,
  answer: signedIn,
  handler: async ({ c, query: { email = "", code = "" } }) => ({ value: await signIn(c, { email, code }) }),
})

const login = route.post("/api/auth/login", "everybody", {
  summary: "Sign in with a code",
  body: json(loginBody),
  example: { email: "elif.yilmaz@yesilova.example", code: "123456" },
  answer: signedIn,
  handler: async ({ c, body }) => ({ value: await signIn(c, await body()) }),
})

const registerPerson = route.post("/api/auth/register", "everybody", {
  summary: "Register as an ordinary user, without access",
  body: json(registerBody),
  required: ["firstName", "lastName"],
  example: { email: "yeni@yesilova.example", firstName: "Ece", lastName: "Koç" },
  answer: literalTrue,
  handler: async ({ c, body }) => {
    await register(c, await body(given => validate(registerRules, given)))
  },
})

const refresh = route.post("/api/auth/refresh", "everybody", {
  summary: "Exchange a refresh token for the next pair",
  body: json(refreshBody),
  example: { refreshToken: "the-last-refresh-token" },
  answer: tokens,
  handler: async ({ deps, body }) => ({ value: await renewSession(deps, (await body()).refreshToken) }),
})

/** The refresh token names the session when the access token has expired (an extension). */
const logout = route.post("/api/auth/logout", "inHandler", {
  summary: "End this session",
  body: json(logoutBody),
  example: {},
  answer: literalTrue,
  handler: async ({ c, deps, body }) => {
    const { refreshToken } = await body()
    if (refreshToken && (await closeSessionOf(deps, refreshToken))) return
    await bearer(c, async () => {})
    await closeSession(deps, c.get("actor").sessionId)
  },
})

const logoutAll = route.post("/api/auth/logout-all", "session", {
  summary: "End all sessions of the signed-in person",
  answer: literalTrue,
  handler: async ({ c, deps }) => {
    await closeAllSessions(deps, c.get("actor").userId, true)
  },
})

const me = route.get("/api/auth/me", "session", {
  summary: "The signed-in person",
  answer: named("Me", {
    userId: id,
    email: text,
    role: z.enum(["Administrator", "TenantAdmin", "User"]),
    tenantId: id.nullable(),
    firstName: text,
    lastName: text,
  }) satisfies z.ZodType<Me>,
  handler: async ({ c, deps }) => {
    const { userId, email, role, tenantId } = c.get("actor")
    const [person] = await deps.db
      .select({ firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(eq(users.id, userId))
    if (!person) return refuse({ kind: "unauthorised" })
    return { value: { userId, email, role, tenantId, ...person } }
  },
})

/** The own name, which needs no permission; all else of the own record is changed as that of any person. */
const renameMe = route.put("/api/auth/me", anyStaff, {
  summary: "Change the own name",
  body: json(z.object({ firstName: trimmed(100), lastName: trimmed(100) })),
  required: ["firstName", "lastName"],
  example: { firstName: "Elif", lastName: "Yılmaz" },
  answer: literalTrue,
  handler: async ({ c, body }) => {
    const { firstName, lastName } = await body(given => validate(nameRules, given))
    await change(c, userKind, c.get("actor").userId, () => ({ firstName, lastName }))
  },
})

/** Authentication (docs/contract.md#authentication-calls). */
export const auth = [
  ...provider,
  ...passkeySignIn,
  ...ownPasskeys,
  getCode,
  getToken,
  login,
  registerPerson,
  refresh,
  logout,
  logoutAll,
  me,
  renameMe,
  listSessions,
  endSession,
]
