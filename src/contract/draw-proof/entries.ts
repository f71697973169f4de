import { bytesOf, concat, type Hashing, hex, hmac, inBatches, type Pause, sha256, u64, utf8 } from "../../core/hashing/hashing"
import { merkleRoot } from "../../core/hashing/merkle"
import type { ProofEntry } from "./proof"

/** Entries: commitments, canonical order and root (docs/draw-proof.md#entries). */

const prefix = concat(utf8("draw-proof/1/entry"), 0)

/** Returns what is hashed for an entry. @param draw id of the draw in UTF-8; @param person that of the employee */
const commitmentMessage = (draw: Uint8Array, person: Uint8Array, salt: Uint8Array) => concat(prefix, salt, draw, 0, person)

/** Returns the commitment to a person's entry. @param salt 32 bytes */
export const commitmentOf = async (hashing: Hashing, drawId: string, employeeId: string, salt: Uint8Array): Promise<string> =>
  hex(await sha256(hashing, commitmentMessage(utf8(drawId), utf8(employeeId), salt)))

/** Returns the salt of a person's entry. @param saltKey 32 bytes that never leave the server */
export const saltOf = (hashing: Hashing, saltKey: Uint8Array, employeeId: string): Promise<Uint8Array> =>
  hmac(hashing, saltKey, utf8(employeeId))

/**
 * @property weight 1, or the score in a score-based draw; @property time epoch ms in a first-come draw, else 0;
 * @property recorded epoch ms, of an entry whose time was imported
 */
export type Participant = { employeeId: string; weight: number; time: number; recorded?: number }

type BuiltEntry = { entry: ProofEntry; employeeId: string }

/** Returns the entries in canonical order, each with its person. */
export const buildEntries = async (
  hashing: Hashing,
  { drawId, saltKey, participants }: { drawId: string; saltKey: Uint8Array; participants: readonly Participant[] },
  pause: Pause,
): Promise<BuiltEntry[]> => {
  const draw = utf8(drawId)
  const people: Uint8Array[] = []
  const personAt = (index: number) => {
    const person = utf8(participants[index]?.employeeId ?? "")
    people.push(person)
    return person
  }
  const { length } = participants
  const salts = await inBatches(length, personAt, messages => hashing.hmac(saltKey, messages), pause)
  const messageAt = (at: number) => commitmentMessage(draw, people[at] as Uint8Array, salts[at] as Uint8Array)
  const commitments = await inBatches(length, messageAt, hashing.sha256, pause)

  const byFirstByte: BuiltEntry[][] = Array.from({ length: 256 }, () => [])
  for (const [at, { employeeId, weight, time, recorded }] of participants.entries()) {
    const commitment = commitments[at] as Uint8Array
    const entry: ProofEntry = [hex(commitment), weight, time]
    if (recorded !== undefined) entry.push(recorded)
    byFirstByte[commitment[0] as number]?.push({ entry, employeeId })
    if (at % 1024 === 0) await pause()
  }
  const built: BuiltEntry[] = []
  for (const some of byFirstByte) {
    built.push(...some.sort((a, b) => (a.entry[0] < b.entry[0] ? -1 : 1)))
    await pause()
  }
  return built
}

/** Returns the root of the hash tree over the entries, of which there is at least one. */
export const rootOf = async (hashing: Hashing, entries: readonly ProofEntry[], pause: Pause): Promise<string> => {
  const contentAt = (index: number) => {
    const [commitment, ...numbers] = entries[index] as ProofEntry
    return concat(bytesOf(commitment), ...numbers.map(number => u64(number as number)))
  }
  return hex(await merkleRoot(hashing, entries.length, contentAt, pause))
}

/** Whether the sum of the weights stays below 2^53, as a draw needs it. */
export const isDrawable = (weights: Iterable<number>): boolean => {
  let sum = 0
  for (const weight of weights) sum += weight
  return Number.isSafeInteger(sum)
}
