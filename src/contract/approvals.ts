import type { NewPerson } from "./approval"

/** What needs approval by a second person (docs/contract.md#approvals). */

/** Modules whose changes can need approval, with the stored status of their live records. */
export const liveIntents = { campaigns: "live", draws: "live", announcements: "published", surveys: "active" } as const
export type ApprovableModule = keyof typeof liveIntents
export const approvableModules = Object.keys(liveIntents) as ApprovableModule[]

/**
 * What a setting asks a second person for: going live of a module's records and changes of live ones; of published draws also
 * recorded entries, and locking, drawing, voiding and whatever makes a winner drop out. Those of draws count only beside `draws`.
 */
export const drawNeeds = ["draws.entries", "draws.drawing"] as const
export const approvalNeeds = [...approvableModules, ...drawNeeds] as const
export type ApprovalNeed = (typeof approvalNeeds)[number]

/** Most days in which a new person does not count as a second one. */
export const maxWaitDays = 365

/** Days in which an approval names that one of the two people made the other one an administrator. */
export const newPersonDays = 30

/** What narrows a setting, and waits for a second person. */
export type SettingChange = {
  /** What a decision names as If-Match. */
  version: string
  /** Who sent it, and when. */
  email: string
  name: string
  at: string
  isOwn: boolean
  /** What would not need approval any more. */
  removed: ApprovalNeed[]
  /** Fewer days than are set; null: they stay. */
  waitDays: number | null
  /** About the caller; null for the sender, and where neither made the other one. */
  newPerson: NewPerson | null
}

/** What needs approval for the records of a company, or of the platform (`tenantId` null). */
export type ApprovalSetting = {
  tenantId: string | null
  modules: ApprovalNeed[]
  /** What the parent's setting asks for in addition. */
  inherited: ApprovalNeed[]
  /** Of the platform: for how many days a new person does not count as a second one; null for a company. */
  waitDays: number | null
  /** Active administrators of the company and its parent, or of the platform. */
  people: number
  /** Those of them without a list of permissions, who decide about the setting. */
  unrestricted: number
  /** What waits for a second person; null: nothing. */
  change: SettingChange | null
}
