import { maxLength, type Rules, required } from "../core/rules"

/** Categories and cities, each one list for all companies (docs/contract.md#categories, docs/contract.md#cities). */

export type CategoryDraft = { name: string }
export type Category = { id: string; name: string }
export type City = { id: string; name: string }

export const rules: Rules<CategoryDraft> = { name: [required("category.nameRequired"), maxLength(100)] }
