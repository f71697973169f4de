import { createContext, useContext } from "react"

export type Crumb = { label: string; href: string }

/** What a permission may allow beyond reading. */
export type Permission = "write" | "run" | "export"

/** `tenantId` is null for the platform's records, which companies may see and not change. */
export type Owned = { tenantId?: string | null }

/** Where a screen is, and what its user may do there. */
export type Screen = {
  /** Root of the module's links. */
  base: string
  /** The record that the path names. */
  id?: string
  trail: readonly Crumb[]
  /** Whether the route table has the module's create and edit screens for this role. */
  has: { add: boolean; edit: boolean }
  may: (permission: Permission) => boolean
  mayChange: (record: Owned) => boolean
}

export const ScreenContext = createContext<Screen>({
  base: "",
  trail: [],
  has: { add: true, edit: true },
  may: () => true,
  mayChange: () => true,
})

export const useScreenContext = () => useContext(ScreenContext)
