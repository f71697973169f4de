import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import type { SessionWay } from "../../contract/session"
import { type Summary, summaryRhythms } from "../../contract/summary"
import { HttpError } from "../../core/http/http"
import { list } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { write } from "../../state/instances"
import { signedOut } from "../../state/session"

/** The person's own sessions (docs/contract.md#authentication-calls). */
export type OpenSession = {
  way?: SessionWay
  id: string
  /** The User-Agent header. */
  userAgent?: string
  createdAt?: string
  lastUsedAt?: string
  /** Whether it is the session of this browser. */
  current?: boolean
}

export const listSessions = read("sessions.list", (_: undefined, signal) =>
  http.get("/api/auth/sessions", { signal }).then(list<OpenSession>("sessions")).catch(ifMissing("sessions")),
)

/** Whether and when the person gets a summary by mail (docs/contract.md#summary). */
export const getSummary = read("account.summary", (_: undefined, signal) =>
  http.get("/api/auth/summary", { signal }).then(
    ({ value }): Summary => ({
      rhythm: summaryRhythms.find(rhythm => rhythm === Object(value).rhythm) ?? "off",
      ...(typeof Object(value).approvals === "boolean" && { approvals: Object(value).approvals }),
      ...(typeof Object(value).monthlyReport === "boolean" && { monthlyReport: Object(value).monthlyReport }),
    }),
    ifMissing("summary"),
  ),
)

export const setSummary = (change: Partial<Summary>) => http.put("/api/auth/summary", change)

/** Ends a session. One that has already ended (404) counts as success. */
export const endSession = write("sessions", async (id: string) => {
  try {
    await http.delete(`/api/auth/sessions/${encodeURIComponent(id)}`)
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
  }
})

/** Ends all sessions of the person, this one last. @throws HttpError when the call fails; no session has ended then */
export const signOutEverywhere = async () => {
  await http.post("/api/auth/logout-all")
  signedOut("left")
}
