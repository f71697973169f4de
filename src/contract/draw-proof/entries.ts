import { bytesOf, concat, type Hashing, hex, hmac, inBatches, type Pause, sha256, u64, utf8 } from "../../core/hashing"
import { merkleRoot } from "../../core/merkle"
import type { ProofEntry } from "./proof"

/** Entries: commitments, canonical order and root (docs/draw-proof.md#entries). */

const prefix = concat(utf8("draw-proof/1/entry"), 0)

const commitmentMessage = (drawId: string, employeeId: string, salt: Uint8Array) =>
  concat(prefix, salt, utf8(drawId), 0, utf8(employeeId))

/** Returns the commitment to a person's entry. @param salt 32 bytes */
export const commitmentOf = async (hashing: Hashing, drawId: string, employeeId: string, salt: Uint8Array): Promise<string> =>
  hex(await sha256(hashing, commitmentMessage(drawId, employeeId, salt)))

/** Returns the salt of a person's entry. @param saltKey 32 bytes that never leave the server */
export const saltOf = (hashing: Hashing, saltKey: Uint8Array, employeeId: string): Promise<Uint8Array> =>
  hmac(hashing, saltKey, utf8(employeeId))

/** @property weight 1, or the score in a score-based draw; @property time epoch ms in a first-come draw, else 0 */
export type Participant = { employeeId: string; weight: number; time: number }

/** Returns the entries in canonical order, each with the person that it stands for. */
export const buildEntries = async (
  hashing: Hashing,
  { drawId, saltKey, participants }: { drawId: string; saltKey: Uint8Array; participants: readonly Participant[] },
  pause: Pause,
): Promise<{ entry: ProofEntry; employeeId: string }[]> => {
  const { length } = participants
  const idAt = (index: number) => participants[index]?.employeeId ?? ""
  const salts = await inBatches(
    length,
    at => utf8(idAt(at)),
    messages => hashing.hmac(saltKey, messages),
    pause,
  )
  const messageAt = (at: number) => commitmentMessage(drawId, idAt(at), salts[at] as Uint8Array)
  const commitments = await inBatches(length, messageAt, hashing.sha256, pause)
  const built = participants.map(({ employeeId, weight, time }, at) => {
    const entry: ProofEntry = [hex(commitments[at] as Uint8Array), weight, time]
    return { entry, employeeId }
  })
  return built.sort((a, b) => (a.entry[0] < b.entry[0] ? -1 : 1))
}

/** Returns the root of the hash tree over the entries, of which there is at least one. */
export const rootOf = async (hashing: Hashing, entries: readonly ProofEntry[], pause: Pause): Promise<string> => {
  const contentAt = (index: number) => {
    const [commitment, weight, time] = entries[index] as ProofEntry
    return concat(bytesOf(commitment), u64(weight), u64(time))
  }
  return hex(await merkleRoot(hashing, entries.length, contentAt, pause))
}

/** Whether the sum of the weights stays below 2^53, as a draw needs it. */
export const isDrawable = (weights: Iterable<number>): boolean => {
  let sum = 0
  for (const weight of weights) sum += weight
  return Number.isSafeInteger(sum)
}
