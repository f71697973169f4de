import { maxLength, type Rules, required } from "../core/rules"

/** Categories and cities: one list of each for all companies (docs/contract.md#categories). */
export type CategoryDraft = { name: string }
export type Category = { id: string; name: string }
export type City = { id: string; name: string }

export const rules: Rules<CategoryDraft> = { name: [required("category.nameRequired"), maxLength(100)] }
