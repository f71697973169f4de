import { startAccess } from "./access"
import { startActivity } from "./activity"
import { startBulkUpload } from "./bulk-upload"
import { startConnection } from "./connection"
import { startListPlaces } from "./list-places"
import { startRecentRecords } from "./recent-records"
import { startRefresh } from "./refresh"
import { startTheme } from "./theme"
import { startToastPosition } from "./toast-position"
import { startUndo } from "./undo"
import { startUnsavedChanges } from "./unsaved-changes"

/** Starts the effects that need a session. They are a chunk of their own, which the sign-in page does not load. */
export const startSignedIn = () => {
  const stops = [
    startAccess(),
    startActivity(),
    startBulkUpload(),
    startConnection(),
    startListPlaces(),
    startRecentRecords(),
    startRefresh(),
    startTheme(),
    startUnsavedChanges(),
    startToastPosition(),
    startUndo(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
