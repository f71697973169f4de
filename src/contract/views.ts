import { rulesOf, text } from "../core/fields"
import type { Rules } from "../core/rules"
import type { Module } from "./modules"

/** Saved views of lists (docs/contract.md#saved-views). */

export type ViewDraft = { name: string; isShared: boolean }

/** What a view shows of its list. */
export type ViewState = {
  /** The query of the list's address, without the page. A relative period is its name: `from=@thisMonth`. */
  search: string
  /** Keys of the hidden columns; null: those that the list hides by itself. */
  hidden: string[] | null
  density: "comfortable" | "compact"
}

export type View = ViewDraft &
  ViewState & {
    id: string
    list: Module
    /** Whether it is the reader's. Others may open it and not change it. */
    isOwn: boolean
    ownerName: string
    version: number
  }

/** Most views of a person and list. */
export const maxViews = 50
export const maxViewName = 80

export const fields = { name: text(maxViewName, "view.nameRequired") }
export const rules = rulesOf(fields) as Rules<ViewDraft>
