import { http } from "../../api/http"
import { ifMissing } from "../../api/missing-call"
import { decodeJwt, textClaim } from "../../core/http/jwt"
import { objectValue } from "../../core/http/pages"
import { read } from "../../core/http/query"
import { cache, write } from "../../state/instances"
import { session, sessionTokens } from "../../state/session"

/** The name of the signed-in person (docs/contract.md#authentication-calls). */
type Me = { firstName?: string; lastName?: string }

/** The person's name hardly ever changes: it stays while the console is open, and the header follows it on every page. */
export const getMe = read("account.me", (_: undefined, signal) => http.get("/api/auth/me", { signal }).then(objectValue<Me>()), {
  staleTimeMs: 10 * 60_000,
})

/** Changes the name of the signed-in person, which lists, the audit log and the header show. */
export const renameMe = write(["account", "employees", "users", "audit"], (name: { firstName: string; lastName: string }) =>
  http.put("/api/auth/me", name).catch(ifMissing("account.rename")),
)

const joined = (first: string | undefined, last: string | undefined) => [first, last].filter(Boolean).join(" ") || undefined

/** Returns the full name; undefined if the server knows none. */
export const nameOfMe = ({ firstName, lastName }: Me) => joined(firstName, lastName)

/** Returns the name of the person in the claims of a token (docs/contract.md#claims); a name that is an address counts as none. */
export const nameInToken = (token: string): string | undefined => {
  const payload = decodeJwt(token)
  if (!payload) return undefined
  const claim = (...names: string[]) => names.map(name => textClaim(payload, name)).find(Boolean)
  const name = joined(claim("given_name", "givenname"), claim("family_name", "surname")) ?? claim("name")
  return name?.includes("@") ? undefined : name
}

/** Returns the name of the signed-in person, from the token or else from the account call; undefined if neither has one. */
export const accountName = async (): Promise<string | undefined> => {
  const named = nameInToken(sessionTokens(session.current)?.token ?? "")
  if (named) return named
  const me = cache.entry(getMe, undefined).data ?? (await cache.load(getMe, undefined).catch(() => undefined))
  return me && nameOfMe(me)
}
