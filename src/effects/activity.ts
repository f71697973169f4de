import { subscribe } from "valtio/vanilla"
import { inactivityTimeoutMs } from "../contract/inactivity"
import { listen, stopAll } from "../core/listen"
import { localStore } from "../core/storage"
import { activity, clearInactivityWarning, warningMs, warnOfInactivity } from "../state/activity"
import { session, sessionTokens, signedOut } from "../state/session"
import { checkStoredSession } from "./session"

const key = "lastActivity"
const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"]
const checkEvents = ["focus", "popstate", "pushState", "replaceState"]
const checkIntervalMs = 1_000
/** Shortest time between two writes of `lastActivity`. */
const shareIntervalMs = 2_000

const isSignedIn = () => sessionTokens(session.current) !== undefined

/**
 * Ends the session after 30 minutes without input in any tab, and shows a warning one minute before
 * (docs/console.md#inactivity). Checks the clock, the other tabs' activity and the stored session every second, on window
 * focus and on navigation.
 */
export const startActivity = () => {
  let lastActivity = Date.now()
  let sharedActivity = 0

  const share = () => {
    sharedActivity = lastActivity
    if (isSignedIn()) localStore.set(key, String(lastActivity))
  }
  const onInput = () => {
    // While the warning is shown, only its buttons count.
    if (activity.endsAt !== undefined) return
    lastActivity = Date.now()
    if (lastActivity - sharedActivity >= shareIntervalMs) share()
  }
  const onExtended = () => {
    if ((activity.extendedAt ?? 0) <= lastActivity) return
    lastActivity = activity.extendedAt ?? 0
    share()
  }

  const check = () => {
    checkStoredSession()
    if (!isSignedIn()) return clearInactivityWarning()
    const time = Date.now()
    const stored = Number(localStore.get(key) ?? 0)
    // A stored time in the future was written under another clock.
    lastActivity = Math.max(Math.min(lastActivity, time), stored <= time ? stored : 0)
    const endsAt = lastActivity + inactivityTimeoutMs
    if (endsAt <= time) {
      clearInactivityWarning()
      signedOut("inactive")
    } else if (endsAt - time <= warningMs) warnOfInactivity(endsAt)
    else clearInactivityWarning()
  }

  let wasSignedIn = isSignedIn()
  const onSession = () => {
    const hasSignedIn = isSignedIn() && !wasSignedIn
    wasSignedIn = isSignedIn()
    if (!hasSignedIn) return
    lastActivity = Date.now()
    share()
  }

  share()
  const timer = setInterval(check, checkIntervalMs)
  return stopAll(
    () => clearInterval(timer),
    ...inputEvents.map(type => listen(window, { [type]: onInput }, { passive: true, capture: true })),
    ...checkEvents.map(type => listen(window, { [type]: check })),
    subscribe(session, onSession, true),
    subscribe(activity, onExtended, true),
  )
}
