import { useSnapshot } from "valtio"
import { moduleFlagsOf } from "../../contract/permissions/module-flags"
import { flags } from "../../state/flags"
import { permissions } from "../../state/permissions"
import { useCurrentUser } from "../../ui/hooks/use-current-user"
import type { Access } from "./access"

/** Returns the access of the current person. */
export const useAccess = (): Access => {
  const { list } = useSnapshot(permissions)
  const { all } = useSnapshot(flags)
  const role = useCurrentUser()?.role ?? "User"
  return { role, permissions: list, ...(all && { flags: moduleFlagsOf(all) }) }
}
