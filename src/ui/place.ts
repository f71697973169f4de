import { createContext, useContext } from "react"

export type Crumb = { label: string; href: string }

/** Where a screen stands: the root of its module's links, the record it is about, and the way back up. */
export type Place = { base: string; id?: string; trail: readonly Crumb[] }

export const PlaceContext = createContext<Place>({ base: "", trail: [] })

export const usePlace = () => useContext(PlaceContext)
