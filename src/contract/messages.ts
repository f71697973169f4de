import type { DeliveryState } from "./webhooks"

/** Mails to one person about one record (docs/contract.md#messages). */

/**
 * `invitation`: to a new administrator of a company, or of the platform. `approvalWaiting`: to those who may decide about a change; `approved`, `returned`: to who sent
 * it. `feedbackAnswer`: to who gave feedback. `winner`: of a draw. `giftCode`: to
 * whom a code of a gift card was given. `passkeyAdded`, `passkeysReset`, `recoveryCodeUsed`: to the person whose sign-in it is. `companyErasure`: to the platform’s administrators.
 */
export const messageTypes = [
  "invitation",
  "platformInvitation",
  "approvalWaiting",
  "approved",
  "returned",
  "feedbackAnswer",
  "winner",
  "giftCode",
  "passkeyAdded",
  "passkeysReset",
  "recoveryCodeUsed",
  "companyErasure",
] as const
export type MessageType = (typeof messageTypes)[number]

/** What an owner, a company or the platform, sends. `feedback`: answers to who gave feedback. */
export type MessageSettings = { feedback: boolean }

/** A mail of the last 30 days. `state`: it waits, was taken by the mail server, or was refused or given up. */
export type MessageItem = {
  id: string
  type: MessageType
  /** Of the person; "" for an address without an account. */
  name: string
  email: string
  subject: string
  state: DeliveryState
  createdAt: string
  /** The last try. */
  triedAt: string | null
}
