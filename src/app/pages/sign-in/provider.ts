import { http, parseTokens } from "../../../api/http"
import { signInProblems } from "../../../contract/sign-in-connections"
import { KeyedError } from "../../../core/http/errors"
import { buildUrl, HttpError } from "../../../core/http/http"
import { knownName } from "../../../core/named"
import { sessionStore } from "../../../core/storage"
import { config } from "../../../state/config"
import { codeRequestFailed, session, verified } from "../../../state/session"

/**
 * Sign-in by a provider (docs/console.md#sign-in-by-a-provider): the browser leaves for the provider and comes back to the login page
 * with a fragment. Only the page that left can exchange it for a session.
 */
const key = "providerVerifier"

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "")

/** @throws KeyedError where the page is not secure, so that it can make no challenge */
const challengeOf = async (verifier: string) => {
  if (!crypto.subtle) throw new KeyedError("auth.provider.configuration")
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))))
}

/**
 * Leaves for the provider; over unsaved work in another tab, whose session this one takes over.
 * @param path of the answer to GetCode
 */
export const leaveForProvider = async (path: string) => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = await challengeOf(verifier)
  sessionStore.set(key, verifier)
  const url = `${buildUrl(config.apiBaseUrl, path)}&challenge=${challenge}`
  if (!session.paused) return location.assign(url)
  // The new tab begins with a copy of this one's session storage.
  open(url, "_blank")
  throw new KeyedError("auth.provider.otherTab")
}

/** Takes over what the browser came back with. @returns the page of a person whose role has no access */
export const comeBackFromProvider = async (): Promise<"/access-denied" | undefined> => {
  const told = new URLSearchParams(location.hash.slice(1))
  const email = told.get("email") ?? ""
  const verifier = sessionStore.get(key) ?? ""
  sessionStore.remove(key)
  history.replaceState(history.state, "", location.pathname + location.search)
  try {
    const problem = told.get("provider")
    if (problem) throw new KeyedError(`auth.provider.${knownName(signInProblems, problem) ?? "answer"}`)
    const body = { session: told.get("session"), verifier }
    const answer = await http.post("/api/auth/exchange", body, { anonymous: true, retry: false }).catch(error => {
      throw error instanceof HttpError && error.status === 400 ? new KeyedError("auth.provider.expired") : error
    })
    const { user, tokens } = parseTokens(answer, Date.now())
    verified(user, tokens)
    const { current } = session
    return current.status === "idle" && current.deniedTo ? "/access-denied" : undefined
  } catch (error) {
    codeRequestFailed(email, error)
    return undefined
  }
}
