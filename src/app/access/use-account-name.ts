import { useSnapshot } from "valtio"
import { getMe, nameInToken, nameOfMe } from "../../modules/account/api"
import { cache } from "../../state/instances"
import { type SessionState, session, sessionTokens } from "../../state/session"
import { useQuery } from "../../ui/hooks/use-query"

/**
 * Returns the name of the signed-in person, from the token or else from the account call: undefined while that call runs, ""
 * if the server knows no name.
 */
export const useAccountName = (): string | undefined => {
  const { token = "" } = sessionTokens((useSnapshot(session) as SessionState).current) ?? {}
  const known = nameInToken(token)
  const { data, error } = useQuery(getMe, undefined, known === undefined)
  if (known !== undefined) return known
  return (data && nameOfMe(data)) ?? (data || error !== undefined ? "" : undefined)
}

/** Requests the name ahead of the first render. */
export const prefetchAccountName = () => {
  if (nameInToken(sessionTokens(session.current)?.token ?? "") === undefined) cache.prefetch(getMe, undefined)
}
