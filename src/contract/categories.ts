import { maxLength, type Rules, required } from "../core/rules"

/** Categories and cities, each one list for all companies (docs/contract.md#categories, docs/contract.md#cities). */

export type CategoryDraft = { name: string }

/** `isRetired`: records keep it, and no other is offered it; absent for the others. */
export type Category = { id: string; name: string; isRetired?: true }

/** A category, or a department, with its use. `uses`: how many records name it, by the name of their kind. */
export type LookupUse = { id: string; name: string; isRetired: boolean; version: number; uses: Record<string, number> }

/** What a merge has done with the records that named the merged one: `kept` ones wait for an approval, or would need one. */
export type Merged = { moved: number; kept: number }

export type City = { id: string; name: string }

export const rules: Rules<CategoryDraft> = { name: [required("category.nameRequired"), maxLength(100)] }
