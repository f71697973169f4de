import { isRecord } from "../core/is-record"
import { sessionStore } from "../core/storage"
import { currentUser, session } from "./session"

/** Position of a list: its path with query, and how far the page was scrolled, in px. */
type ListPosition = { path: string; search: string; scrollY: number }

const key = "listPlaces"

/** Positions by the base path of their list. */
type Positions = Record<string, ListPosition>

const isPosition = (value: unknown): value is ListPosition =>
  isRecord(value) && typeof value.path === "string" && typeof value.search === "string" && typeof value.scrollY === "number"

const isPositions = (value: unknown): value is Positions => isRecord(value) && Object.values(value).every(isPosition)

const positions = (): Positions => sessionStore.getJson(key, isPositions) ?? {}

let shown: { base: string; position: ListPosition } | undefined

/**
 * Sets the shown list and its position, which changes while it is scrolled; undefined: no list is shown. The page that follows is
 * rendered before the position is stored.
 */
export const setShownList = (list: typeof shown) => {
  shown = list
}

/** Returns where a list was left in this tab (docs/console.md#way-back-to-a-list). @param base path of the list */
export const listPositionOf = (base: string): ListPosition | undefined =>
  shown?.base === base ? shown.position : positions()[base]

/** Keeps where a list is left, unless it is left by signing out. */
export const storeListPosition = (base: string, position: ListPosition) => {
  if (!currentUser(session)) return
  const { [base]: _, ...others } = positions()
  sessionStore.set(key, JSON.stringify({ ...others, [base]: position }))
}

/** Returns the list that was left last. @param bases paths of the lists */
export const lastListOf = (bases: readonly string[]): string | undefined =>
  shown && bases.includes(shown.base) ? shown.base : Object.keys(positions()).findLast(base => bases.includes(base))

/** Removes the positions of all lists, when the person signs out. */
export const clearListPositions = () => {
  shown = undefined
  sessionStore.remove(key)
}

/** Returns the address of a list as it was left, and the history state that restores its scroll position. */
export const backLinkTo = (base: string): { href: string; state?: { scrollY: number } } => {
  const position = listPositionOf(base)
  return position ? { href: position.path + position.search, state: { scrollY: position.scrollY } } : { href: base }
}
