import type { AuditedRecord } from "./modules"

/** The audit log of changes (docs/contract.md#audit-and-undo). */

/**
 * Kinds of records that have no page of their own: their creation is logged, of access tokens the end as well, and of webhooks, passkeys, maintenance, connections to providers, categories
 * and departments every change. None returns to an earlier version.
 */
export const auditedAdditions = [
  "accesstoken",
  "category",
  "department",
  "giftbatch",
  "maintenance",
  "passkey",
  "signinconnection",
  "surveyinvitation",
  "webhook",
] as const
export type AuditedEntity = AuditedRecord | (typeof auditedAdditions)[number]

/** `lock`, `rehearse`, `run`, `void` and `winner` are steps of a draw; `upload` is a bulk upload of employees; `viewAs` opens a company as its administrator sees it; `propose` to `withdraw` are about changes that need approval; three are steps of a webhook; `use` records uses of a campaign, `full` is its last place or the end of its budget. */
export const actions = [
  "create",
  "update",
  "delete",
  "undo",
  "restore",
  "lock",
  "rehearse",
  "run",
  "void",
  "winner",
  "upload",
  "viewAs",
  "propose",
  "return",
  "approve",
  "withdraw",
  "newSecret",
  "resend",
  "test",
  "use",
  "full",
] as const
export type Action = (typeof actions)[number]

/** Most refused rows that the entry of an upload names. */
export const maxRefusedRows = 100

/** What the entry of an upload holds as `after`: the rows of its file, and how many of them were stored or refused. */
export type UploadResult = {
  file: string
  rows: number
  /** Rows with the values that are stored already, and rows that were left out. */
  unchanged: number
  skipped: number
  created: number
  updated: number
  refused: number
  /** The first refused rows by their number in the file, with the messages. */
  refusals: { row: number; errors: { field: string; message: string }[] }[]
}

/** Members that a restored record keeps as they are: people have added them since, or calls of their own change them. */
export const keptMembers: Partial<Record<AuditedEntity, readonly string[]>> = {
  feedback: ["conversations", "attachments"],
  user: ["permissions"],
  tenant: ["modules", "quotas"],
}

export type AuditEntry = {
  id: string
  /** An instant (ISO 8601, UTC). */
  at: string
  /** Null for an account that was permanently deleted. */
  actorId: string | null
  actorEmail: string
  /** The name of the account now; "" for one without a name or without an account. */
  actorName: string
  /** The name of the access token by which a program made the change as this person; null for a change that the person made. */
  actorToken: string | null
  tenantId: string | null
  entity: AuditedEntity
  entityId: string
  action: Action
  /**
   * The members before and after the change, by the names of the record's body. `before` is null for a creation; `after` of a
   * deletion is the deleted record, null only when the record was permanently deleted. Steps of a draw name what they changed only.
   */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The version of the record after the change; null for an entry that logs only what it changed. */
  version: string | null
  /** The name of the record now; "" for a record that is deleted or out of reach, and for one without a name. */
  title: string
  /** Whether no later change of the record is logged. */
  isLatest: boolean
  /** Whether the record is deleted, or out of the caller's reach, by now. */
  isDeleted: boolean
}

/** Returns the name of a record that an entry contains; "" for an entry that logs only what it changed. */
export const titleIn = ({ before, after }: Pick<AuditEntry, "before" | "after">): string => {
  const members = after ?? before ?? {}
  const person = [members.firstName, members.lastName].filter(Boolean).join(" ")
  const title = members.title || members.name || members.cardName || members.subject || person || members.email || members.url
  return typeof title === "string" ? title : ""
}
