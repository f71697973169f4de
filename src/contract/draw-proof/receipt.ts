import { bytesOf, type Hashing, hex } from "../../core/hashing/hashing"
import { commitmentOf, saltOf } from "./entries"
import type { Proof } from "./proof"

/** Receipts: what a person needs to find their entry (docs/draw-proof.md#receipt). */

const pattern = /^(?:.*#receipt=)?([^#\s]+)\.([0-9a-f]{64})$/i

/** Returns a person's receipt: `<employeeId>.<salt>`. */
export const receiptOf = async (hashing: Hashing, saltKey: Uint8Array, employeeId: string): Promise<string> =>
  `${employeeId}.${hex(await saltOf(hashing, saltKey, employeeId))}`

type ReceiptCheck =
  | { isFound: true; position: number; weight: number; time: number }
  | { isFound: false; reason: "malformed" | "notFound" }

/** Finds the entry of a receipt, or of a link that holds one. */
export const checkReceipt = async (
  hashing: Hashing,
  { entries, rules }: Pick<Proof, "entries" | "rules">,
  receipt: string,
): Promise<ReceiptCheck> => {
  const [, employeeId, salt] = pattern.exec(receipt.trim()) ?? []
  if (!employeeId || !salt) return { isFound: false, reason: "malformed" }
  const commitment = await commitmentOf(hashing, rules.drawId, employeeId, bytesOf(salt))
  const position = entries.findIndex(([other]) => other === commitment)
  const entry = entries[position]
  return entry ? { isFound: true, position, weight: entry[1], time: entry[2] } : { isFound: false, reason: "notFound" }
}
