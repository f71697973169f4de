import { createSlices } from "../../core/concurrency/slices"
import { type Hashing, hex, sha256 } from "../../core/hashing/hashing"
import {
  checkChain,
  checkDomain,
  checkEntries,
  checkPublicValue,
  checkResult,
  checkRoot,
  checkRules,
  checkSeed,
  checkTimes,
} from "./checks"
import { rootOf } from "./entries"
import { hashLock, hashRules } from "./lock"
import { readProof } from "./reader"
import { type Check, failure, type Report } from "./report"

/** Verification of a proof file (docs/draw-proof.md#checks). */

type VerifyOptions = {
  /** Called with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Counts digests, which are nearly all of the work: one a leaf and one a node of the tree. */
const counting = (hashing: Hashing, onDigests: (count: number) => void): Hashing => ({
  ...hashing,
  sha256: async messages => {
    const digests = await hashing.sha256(messages)
    onDigests(digests.length)
    return digests
  },
})

/**
 * Recomputes everything in a proof file. Works in slices of a few milliseconds.
 * @param file its bytes, as they were downloaded
 * @throws the signal's reason once that is aborted
 */
export const verify = async (file: Uint8Array, hashing: Hashing, { onProgress, signal }: VerifyOptions = {}): Promise<Report> => {
  const pause = createSlices(signal)
  const checks: Check[] = []
  const add = (name: Check["name"], round: number | null, failure: Check["failure"]) => {
    checks.push({ name, round, failure })
  }
  const reading = await readProof(file, pause)
  if ("reason" in reading) {
    add("file", null, reading)
    return { checks, holds: false, proof: null, lockHashes: [] }
  }
  const { proof, digested } = reading
  add("file", null, null)
  add("digest", null, hex(await sha256(hashing, digested)) === proof.digest ? null : failure("digest"))
  add("domain", null, checkDomain(proof))
  add("entries", null, checkEntries(proof))
  await pause()

  const digests = 2 * proof.entries.length - 1
  let done = 0
  const counted = counting(hashing, count => {
    done += count
    onProgress?.(done / (digests + 1))
  })
  const root = await rootOf(counted, proof.entries, pause)
  const rulesHash = await hashRules(hashing, proof.rules)

  const lockHashes: string[] = []
  for (const [index, round] of proof.rounds.entries()) {
    const { lock, seed, publicValue, places, replacements } = round
    const before = proof.rounds[index - 1] ?? null
    lockHashes.push(await hashLock(hashing, lock))
    add("rules", index, checkRules(proof, lock, rulesHash))
    add("root", index, checkRoot(proof, lock, root))
    add("chain", index, await checkChain(hashing, proof.rounds, index))
    add("times", index, checkTimes(proof, round, before))
    if (seed === null || publicValue === null || places === null) continue
    add("seed", index, await checkSeed(hashing, round, seed))
    add("publicValue", index, checkPublicValue(round, publicValue))
    const result = await checkResult(hashing, proof, { lock, seed, publicValue, places, replacements }, pause)
    add("places", index, result.places)
    add("replacements", index, result.replacements)
  }
  onProgress?.(1)
  return { checks, holds: checks.every(({ failure }) => failure === null), proof, lockHashes }
}
