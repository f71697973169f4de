import { proxy } from "valtio/vanilla"

/**
 * `endsAt`: epoch ms at which an inactive session ends, once that is near; the person is then asked to stay.
 * `stayedAt`: when they last said that they would.
 */
export const activity = proxy<{ endsAt?: number; extendedAt?: number }>({})

/** The warning stands this long, ms (decisions §3, Inactivity). */
export const warningMs = 60_000

export const warnOfInactivity = (endsAt: number) => {
  if (activity.endsAt !== endsAt) activity.endsAt = endsAt
}

export const clearInactivityWarning = () => {
  if (activity.endsAt !== undefined) delete activity.endsAt
}

export const extendSession = (now: number) => {
  activity.extendedAt = now
  clearInactivityWarning()
}
