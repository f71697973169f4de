/** What needs approval by a second person (docs/contract.md#approvals). */

/** Modules whose changes can need approval, with the stored status of their live records. */
export const liveIntents = { campaigns: "live", draws: "live", announcements: "published", surveys: "active" } as const
export type ApprovableModule = keyof typeof liveIntents
export const approvableModules = Object.keys(liveIntents) as ApprovableModule[]

/** What needs approval for the records of a company, or of the platform (`tenantId` null). */
export type ApprovalSetting = {
  tenantId: string | null
  modules: ApprovableModule[]
  /** Active administrators of the company and its parent, or of the platform. */
  people: number
}
