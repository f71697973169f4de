import { subscribe } from "valtio/vanilla"
import { forgetRecentRecords } from "../state/recent-records"
import { currentUser, session } from "../state/session"

/** Forgets the opened records when the person signs out. */
export const startRecentRecords = () =>
  subscribe(session, () => {
    if (!currentUser(session)) forgetRecentRecords()
  })
