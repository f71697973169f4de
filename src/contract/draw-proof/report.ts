import type { Proof } from "./proof"

/** What a verification found (docs/draw-proof.md#checks). */

/** Codes of what does not hold, by check. Words for them belong to the screen. */
type Reasons = {
  /** `member`: a member is missing, superfluous or wrong; `path` names it. */
  file: "notUtf8" | "notJson" | "notCanonical" | "otherFormat" | "otherVersion" | "member"
  digest: "digest"
  domain: "rehearsal" | "mixed"
  entries: "order" | "weight" | "time" | "sum"
  rules: "drawId" | "rulesHash"
  root: "entryCount" | "root"
  chain: "number" | "previous" | "reason" | "notDrawn" | "ineligible" | "register"
  times:
    | "lockBeforeEnd"
    | "lockBeforeRound"
    | "beaconBeforeLock"
    | "drawBeforeLock"
    | "drawBeforeBeacon"
    | "drawBeforeDate"
    | "replacement"
  seed: "seedHash"
  publicValue: "publicValue"
  places: "count" | "place"
  replacements: "noHolder" | "position"
}
export type CheckName = keyof Reasons
type Reason = Reasons[CheckName]

/** Figures beside a reason: `position` of an entry, `place`, `index` of a replacement, `path` of a member, `expected`, `found`. */
type Figures = Partial<Record<"position" | "place" | "index" | "expected" | "found", number | null> & { path: string }>

export type Failure = { reason: Reason; figures: Figures }

/** @property round of which the check is; null for the file as a whole; @property failure null where the check holds */
export type Check = { name: CheckName; round: number | null; failure: Failure | null }

export type Report = {
  checks: Check[]
  /** Whether every check holds. Never true for a rehearsal. */
  holds: boolean
  /** The file's content; null if it cannot be read. Where `holds` is false, parts of it may be false. */
  proof: Proof | null
  /** The lock codes by round. */
  lockHashes: string[]
}

export const failure = (reason: Reason, figures: Figures = {}): Failure => ({ reason, figures })
