import { subscribe } from "valtio/vanilla"
import { forgetListPlaces } from "../state/list-places"
import { currentUser, session } from "../state/session"

/** Forgets where lists were left when the person signs out. */
export const startListPlaces = () =>
  subscribe(session, () => {
    if (!currentUser(session)) forgetListPlaces()
  })
