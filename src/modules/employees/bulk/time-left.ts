import type { JobState } from "./job"

/** Returns about how long the job still takes, ms; undefined while that cannot be estimated. */
export const timeLeft = (
  { total, added, updated, refused, unknown, elapsed, settled, waitUntil }: JobState,
  now: number,
): number | undefined => {
  if (!settled) return undefined
  const open = total - added - updated - refused - unknown
  return (elapsed / settled) * open + Math.max(0, (waitUntil ?? 0) - now)
}
