import { useEffect, useMemo, useState } from "react"
import { isPermitted } from "../../contract/permissions/permissions"
import { unsavedChanges } from "../../state/instances"
import { Alert } from "../../ui/display/alert"
import { type Owned, type Permission, ScreenContext } from "../../ui/hooks/screen-context"
import { useT } from "../../ui/hooks/use-t"
import { Waiting } from "../../ui/placeholders/waiting"
import { hasSibling, landingPaths, type Match } from "../screens/match"
import { areaOf } from "../screens/row"
import { checkAccess, isPathOpen } from "./access"
import { NoAccess } from "./no-access"
import { useAccess } from "./use-access"

type Props = {
  match: Match
  /** Whether the person may change records of an owner, if permissions allow it. */
  isInReach: (owner: Owned) => boolean
}

/** A screen of the signed-in console, or why the person has no access to it (docs/console.md#access-to-modules). */
export const PrivateScreen = ({ match: { screen, id, entry }, isInReach }: Props) => {
  const t = useT()
  const access = useAccess()
  const { role, permissions, flags } = access
  const result = checkAccess(screen, access)
  const isClosed = result !== "open" && result !== "pending"
  const key = [screen.path, id, entry].join()
  // The screen whose access was taken away over unsaved changes: it stays, and leaving it keeps them as a draft.
  const [held, setHeld] = useState<string>()
  if (isClosed && held !== key && unsavedChanges.exist()) setHeld(key)
  const isHeld = isClosed && held === key
  useEffect(() => {
    if (!isHeld) return
    unsavedChanges.saveDraft()
    unsavedChanges.clear()
  }, [isHeld])
  const context = useMemo(() => {
    const may = (permission: Permission) => isHeld || !screen.module || isPermitted(permission, screen.module, { permissions })
    return {
      base: screen.base,
      root: areaOf(role),
      id,
      entry,
      trail: screen.kind === "single" || screen.kind === "list" ? [] : [{ label: t(screen.title), href: screen.base }],
      has: { add: hasSibling(screen, "add"), edit: hasSibling(screen, "edit") },
      may,
      mayChange: (record: Owned) => isInReach(record) && may("write"),
      isInReach,
      mayOpen: (path: string) => isPathOpen(path, { role, permissions, ...(flags && { flags }) }),
    }
  }, [screen, id, entry, t, role, permissions, flags, isHeld, isInReach])
  if (result === "pending") return <Waiting />
  if (isClosed && !isHeld) return <NoAccess reason={result} home={landingPaths[access.role]} />
  return (
    <ScreenContext value={context}>
      {isHeld && <Alert tone="danger" title={t("shell.held")} text={t("shell.heldText")} />}
      {/* Screens of another record are mounted anew; a list keeps its state when its query changes. */}
      <screen.component key={key} />
    </ScreenContext>
  )
}
