import { subscribe } from "valtio/vanilla"
import { bulkUploadDatabase } from "../state/bulk-upload"
import { session } from "../state/session"

/** Deletes the rows of a bulk upload when the person signs out; a session that expires keeps them (docs/console.md#bulk-upload). */
export const startBulkUpload = () =>
  subscribe(
    session,
    () => {
      const { current } = session
      if (current.status === "idle" && current.reason === "left") globalThis.indexedDB?.deleteDatabase(bulkUploadDatabase)
    },
    true,
  )
