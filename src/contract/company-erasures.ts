/** The erasure of a company with all its data (docs/contract.md#company-erasures). */

/** From the approval to the erasure, ms. */
export const erasureNoticeMs = 30 * 86_400_000

/** What waits to be erased, and who wants it; null where nothing does. */
export type CompanyErasure = {
  requestedAt: string
  requestedBy: string
  /** The signed-in person asked for it, and cannot approve it. */
  isOwn: boolean
  approvedBy: string
  /** When the company is erased; null while nobody has approved it. */
  dueAt: string | null
}

/** What was erased, and what stays. */
export type ErasureReceipt = {
  /** Rows by table. */
  erased: Record<string, number>
  pictures: number
  /** The hashes of the register of draws: whoever holds a proof can still compare it. */
  register: { number: number; at: string; event: string; hash: string }[]
}
