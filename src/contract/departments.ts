import { maxLength, type Rules, required } from "../core/rules"

/** Departments: the platform's, which every company may choose, and a company's own (docs/contract.md#departments). */
export type DepartmentDraft = { name: string }
/** `tenantId` is null for a department of the platform. */
export type Department = { id: string; name: string; tenantId: string | null }

export const rules: Rules<DepartmentDraft> = { name: [required("department.nameRequired"), maxLength(100)] }
