import { isRecord } from "../core/is-record"
import { sessionStore } from "../core/storage"
import { currentUser, session } from "./session"

/** Where a list was left: its path with query, and how far the page was scrolled, in px. */
export type ListPlace = { path: string; search: string; scrollY: number }

const key = "listPlaces"

/** Places by the base path of their list. */
type Places = Record<string, ListPlace>

const isPlace = (value: unknown): value is ListPlace =>
  isRecord(value) && typeof value.path === "string" && typeof value.search === "string" && typeof value.scrollY === "number"

const isPlaces = (value: unknown): value is Places => isRecord(value) && Object.values(value).every(isPlace)

const places = (): Places => sessionStore.getJson(key, isPlaces) ?? {}

let shown: { base: string; place: ListPlace } | undefined

/**
 * Sets the shown list and its place, which changes while it is scrolled; undefined: no list is shown. The page that follows is
 * rendered before the place is stored.
 */
export const setShownList = (list: typeof shown) => {
  shown = list
}

/** Returns where a list was left in this tab (docs/console.md#way-back-to-a-list). @param base path of the list */
export const listPlaceOf = (base: string): ListPlace | undefined => (shown?.base === base ? shown.place : places()[base])

/** Keeps where a list is left, unless it is left by signing out. */
export const keepListPlace = (base: string, place: ListPlace) => {
  if (!currentUser(session)) return
  const { [base]: _, ...others } = places()
  sessionStore.set(key, JSON.stringify({ ...others, [base]: place }))
}

/** Returns the list that was left last. @param bases paths of the lists */
export const lastListOf = (bases: readonly string[]): string | undefined =>
  shown && bases.includes(shown.base) ? shown.base : Object.keys(places()).findLast(base => bases.includes(base))

/** Forgets the places of all lists, when the person signs out. */
export const forgetListPlaces = () => {
  shown = undefined
  sessionStore.remove(key)
}

/** Returns the address of a list as it was left, and the history state that restores its scroll position. */
export const wayBackTo = (base: string): { href: string; state?: { scrollY: number } } => {
  const place = listPlaceOf(base)
  return place ? { href: place.path + place.search, state: { scrollY: place.scrollY } } : { href: base }
}
