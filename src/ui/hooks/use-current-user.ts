import { useSnapshot } from "valtio"
import { currentUser, type SessionState, session, type User } from "../../state/session"

/** Returns the signed-in user, or the one whose unsaved work is held after the session ended. */
export const useCurrentUser = (): User | undefined => currentUser(useSnapshot(session) as SessionState)
