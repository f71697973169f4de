import { subscribe } from "valtio/vanilla"
import { clearListPositions } from "../state/list-positions"
import { currentUser, session } from "../state/session"

/** Removes the positions of lists when the person signs out. */
export const startListPositions = () =>
  subscribe(session, () => {
    if (!currentUser(session)) clearListPositions()
  })
