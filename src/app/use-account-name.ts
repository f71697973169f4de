import { useSnapshot } from "valtio"
import { decodeJwt, textClaim } from "../core/jwt"
import { type SessionState, session, sessionTokens } from "../state/session"
import { useQuery } from "../ui/hooks/use-query"
import { getMe } from "./pages/account"

const joined = (first: string | undefined, last: string | undefined) => [first, last].filter(Boolean).join(" ") || undefined

/** Returns the name of the person in the claims of a token (docs/contract.md#claims); a name that is an address counts as none. */
export const nameInToken = (token: string): string | undefined => {
  const payload = decodeJwt(token)
  if (!payload) return undefined
  const claim = (...names: string[]) => names.map(name => textClaim(payload, name)).find(Boolean)
  const name = joined(claim("given_name", "givenname"), claim("family_name", "surname")) ?? claim("name")
  return name?.includes("@") ? undefined : name
}

/**
 * Returns the name of the signed-in person, from the token or else from the account call: undefined while that call runs, ""
 * if the server knows no name.
 */
export const useAccountName = (): string | undefined => {
  const { token = "" } = sessionTokens((useSnapshot(session) as SessionState).current) ?? {}
  const known = nameInToken(token)
  const { data, error } = useQuery(getMe, undefined, known === undefined)
  if (known !== undefined) return known
  return joined(data?.firstName, data?.lastName) ?? (data || error !== undefined ? "" : undefined)
}
