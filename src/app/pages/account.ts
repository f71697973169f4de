import { http } from "../../api"
import { list, objectValue } from "../../core/envelope"
import { HttpError } from "../../core/http"
import { read } from "../../core/query"
import { write } from "../../state/instances"
import { signedOut } from "../../state/session"

/** A person's own account: who they are, and where they are signed in (decisions §6). */
export type Me = { firstName?: string; lastName?: string }

export type OpenSession = {
  id: string
  /** The User-Agent header, or whatever stood in its place. */
  userAgent?: string
  createdAt?: string
  lastUsedAt?: string
  /** Whether it is the one that asks. */
  current?: boolean
}

export const getMe = read("account.me", (_: undefined, signal) => http.get("/api/auth/me", { signal }).then(objectValue<Me>()))

/** Nothing when the server has not got the call (decisions §6, extension). */
export const listSessions = read("sessions.list", (_: undefined, signal) =>
  http
    .get("/api/auth/sessions", { signal })
    .then(list<OpenSession>("sessions"))
    .catch((error: unknown) => {
      if (error instanceof HttpError && (error.status === 404 || error.status === 405)) return undefined
      throw error
    }),
)

/** One that is over by now is what was wanted. */
export const endSession = write("sessions", async (id: string) => {
  try {
    await http.delete(`/api/auth/sessions/${encodeURIComponent(id)}`)
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) throw error
  }
})

/** Ends every session of the person, this one last. @throws HttpError when the server did not do it; nothing is over then */
export const signOutEverywhere = async () => {
  await http.post("/api/auth/logout-all")
  signedOut("left")
}
