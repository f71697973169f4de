import { subscribe } from "valtio/vanilla"
import { stopAll } from "../core/listen"
import { permissions } from "../state/permissions"
import { accessToken, session } from "../state/session"
import { theme } from "../state/theme"
import { startAccess } from "./access"
import { startActivity } from "./activity"
import { startBulkUpload } from "./bulk-upload"
import { startConnection } from "./connection"
import { startListPositions } from "./list-positions"
import { startPressFocus } from "./press-focus"
import { startRecentRecords } from "./recent-records"
import { startRefresh } from "./refresh"
import { startTheme } from "./theme"
import { startToastPosition } from "./toast-position"
import { startUndo } from "./undo"
import { startUnsavedChanges } from "./unsaved-changes"

/** How long the answers to boot's calls are kept for a page to take over; later ones would be out of date. */
const keptMs = 10_000

/** Starts the effects that need a session. They are a chunk of their own, which the sign-in page does not load. */
export const startSignedIn = () => {
  const { boot } = globalThis
  // Answers to boot's calls are dropped if another tab has meanwhile changed the tokens.
  if (boot?.token !== accessToken(session)) boot?.calls.clear()
  setTimeout(() => boot?.calls.clear(), keptMs)
  return stopAll(
    startAccess(),
    startActivity(),
    startBulkUpload(),
    startConnection(),
    startListPositions(),
    startPressFocus(),
    startRecentRecords(),
    startRefresh(),
    startTheme(),
    startUnsavedChanges(),
    startToastPosition(),
    startUndo(),
  )
}

/** Resolves when the permissions are known, and an identity of which no copy is kept; calls that fail count as answered. */
export const untilKnown = () =>
  new Promise<void>(resolve => {
    const check = () => {
      if (permissions.isLoading || theme.loading) return
      stop()
      resolve()
    }
    const stop = stopAll(subscribe(permissions, check, true), subscribe(theme, check, true))
    check()
  })
