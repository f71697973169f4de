import type { PublicRandomness } from "./proof"

/** Public randomness (docs/draw-proof.md#public-value). */

/** The beacon: drand's chain `quicknet`, 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971. */
const genesisMs = 1_692_803_367_000
const periodMs = 3_000

/** Returns the time at which a round of the beacon is published, epoch ms. @param round from 1 */
export const beaconTime = (round: number): number => genesisMs + (round - 1) * periodMs

/** Returns the first round of the beacon that is published after a time. @param at epoch ms */
export const beaconRoundAfter = (at: number): number => Math.max(1, Math.floor((at - genesisMs) / periodMs) + 2)

/** A round that is published later than so long after the lock is a mistake: the draw could not be run. */
const beaconReachMs = 5 * 365 * 86_400_000

/** Whether a round of the beacon is published after a time, and soon enough to be waited for. @param at epoch ms */
export const isBeaconAhead = (round: number, at: number): boolean =>
  beaconTime(round) > at && beaconTime(round) <= at + beaconReachMs

/** Control characters and marks that change the direction of writing: nobody can read them out, nor check them by eye. */
const unreadable = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

/** Whether a witness's text can be read. Values of earlier draws may hold other characters. */
export const isReadable = (value: string): boolean => !unreadable.test(value)

/** Returns a public value as it is stored: in Unicode's form NFC, without surrounding white space; a beacon's in lower case. */
export const normalizePublicValue = ({ kind }: PublicRandomness, value: string): string =>
  kind === "none" ? "" : kind === "drand" ? value.trim().toLowerCase() : value.normalize("NFC").trim()

/** Whether a stored value is one of this kind: none, a text of 1 to 200 characters, or 64 hexadecimal digits. */
export const isPublicValue = ({ kind }: PublicRandomness, value: string): boolean => {
  if (kind === "drand") return /^[0-9a-f]{64}$/.test(value)
  const { length } = [...value]
  return kind === "none" ? length === 0 : length >= 1 && length <= 200
}
