import { maxLength, type Rules, required } from "../core/rules"

/** Departments of the platform, which every company can choose, and of companies (docs/contract.md#departments). */

export type DepartmentDraft = { name: string }

/** `tenantId` is null for a department of the platform; `isRetired` as of a category. */
export type Department = { id: string; name: string; tenantId: string | null; isRetired?: true }

export const rules: Rules<DepartmentDraft> = { name: [required("department.nameRequired"), maxLength(100)] }
