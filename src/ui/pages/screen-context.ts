import { createContext, useContext } from "react"

export type Crumb = { label: string; href: string }

/** What may be done with a module's records beyond looking at them. */
export type Deed = "write" | "run" | "export"

/** A record says whose it is: a company's, or the platform's (null), which companies may see and not change. */
export type Owned = { tenantId?: string | null }

/** Where a screen stands: the root of its module's links, the record it is about, the way back up, and what is permitted. */
export type Place = {
  base: string
  id?: string
  trail: readonly Crumb[]
  may: (deed: Deed) => boolean
  mayChange: (record: Owned) => boolean
}

export const ScreenContext = createContext<Place>({ base: "", trail: [], may: () => true, mayChange: () => true })

export const useScreenContext = () => useContext(ScreenContext)
