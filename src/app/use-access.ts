import { useSnapshot } from "valtio"
import { flags } from "../state/flags"
import { permissions } from "../state/permissions"
import { currentUser, type SessionState, session } from "../state/session"
import type { Access } from "./access"

/** What the person at the screen may do. */
export const useAccess = (): Access => {
  const { list } = useSnapshot(permissions)
  const { all } = useSnapshot(flags)
  const role = currentUser(useSnapshot(session) as SessionState)?.role ?? "User"
  return { role, permissions: list, ...(all && { flags: all }) }
}
