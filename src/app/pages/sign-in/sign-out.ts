import { http } from "../../../api/http"
import { session, sessionTokens, signedOut } from "../../../state/session"

/** Signs out in all tabs, and on the server without waiting for the answer (docs/console.md#signing-out). */
export const signOut = () => {
  const tokens = sessionTokens(session.current)
  if (tokens)
    http
      .post("/api/auth/logout", { refreshToken: tokens.refreshToken }, { bearer: tokens.token, keepalive: true })
      .catch(() => undefined)
  signedOut("left")
}
