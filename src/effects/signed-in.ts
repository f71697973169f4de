import { startAccess } from "./access"
import { startActivity } from "./activity"
import { startConnection } from "./connection"
import { startRefresh } from "./refresh"
import { startTheme } from "./theme"
import { startUndo } from "./undo"
import { startUnsavedChanges } from "./unsaved-changes"

/** What only a signed-in person needs: a chunk of its own, so that the sign-in page does not pay for it. */
export const startSignedIn = () => {
  const stops = [
    startAccess(),
    startActivity(),
    startConnection(),
    startRefresh(),
    startTheme(),
    startUnsavedChanges(),
    startUndo(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
