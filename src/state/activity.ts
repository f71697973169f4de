import { proxy } from "valtio/vanilla"

/**
 * Inactivity warning (docs/console.md#inactivity). `endsAt`: epoch ms at which the session ends, set while the warning is
 * shown; `extendedAt`: epoch ms at which the person last chose to stay.
 */
export const activity = proxy<{ endsAt?: number; extendedAt?: number }>({})

/** How long before the end of the session the warning is shown. */
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
