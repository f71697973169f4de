import { useSyncExternalStore } from "react"
import { subscribe } from "valtio"
import { currentUser, session, type User } from "../../state/session"

const subscribeToSession = (onChange: () => void) => subscribe(session, onChange)
const current = () => currentUser(session)

/** Returns the signed-in user, or the one whose unsaved work is held after the session ended. */
export const useCurrentUser = (): User | undefined => useSyncExternalStore(subscribeToSession, current, current)
