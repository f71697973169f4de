import { subscribe } from "valtio/vanilla"
import { localStore } from "../core/storage"
import { activity, clearInactivityWarning, warningMs, warnOfInactivity } from "../state/activity"
import { inactivityTimeoutMs, session, sessionTokens, signedOut } from "../state/session"
import { checkStoredSession } from "./session"

const key = "lastActivity"
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"] as const
/** The other tabs hear of activity at most this often, ms. */
const tellEvery = 2_000

/**
 * Ends the session after 30 minutes without a sign of the person in any tab, and asks a minute before (decisions §3).
 * Looks every second, on focus and on navigation: at the clock, at what the other tabs wrote, and whether storage still
 * holds the session.
 */
export const startActivity = (now: () => number = Date.now) => {
  let seenAt = now()
  let toldAt = 0

  const tell = () => {
    toldAt = seenAt
    if (sessionTokens(session.current)) localStore.set(key, String(seenAt))
  }
  const sign = () => {
    // Once the person is asked, only the answer counts.
    if (activity.endsAt !== undefined) return
    seenAt = now()
    if (seenAt - toldAt >= tellEvery) tell()
  }
  const answer = () => {
    if ((activity.extendedAt ?? 0) <= seenAt) return
    seenAt = activity.extendedAt ?? 0
    tell()
  }

  const look = () => {
    checkStoredSession()
    if (!sessionTokens(session.current)) return clearInactivityWarning()
    const time = now()
    const told = Number(localStore.get(key) ?? 0)
    // A time ahead of the clock was written by another one.
    seenAt = Math.max(Math.min(seenAt, time), told <= time ? told : 0)
    const endsAt = seenAt + inactivityTimeoutMs
    if (endsAt <= time) {
      clearInactivityWarning()
      signedOut("inactive")
    } else if (endsAt - time <= warningMs) warnOfInactivity(endsAt)
    else clearInactivityWarning()
  }

  let isIn = sessionTokens(session.current) !== undefined
  const arrive = () => {
    const wasIn = isIn
    isIn = sessionTokens(session.current) !== undefined
    if (!isIn || wasIn) return
    seenAt = now()
    tell()
  }

  tell()
  const timer = setInterval(look, 1_000)
  const looks = ["focus", "popstate", "pushState", "replaceState"]
  for (const type of signs) addEventListener(type, sign, { passive: true, capture: true })
  for (const type of looks) addEventListener(type, look)
  const stops = [subscribe(session, arrive, true), subscribe(activity, answer, true)]
  return () => {
    clearInterval(timer)
    for (const type of signs) removeEventListener(type, sign, { capture: true })
    for (const type of looks) removeEventListener(type, look)
    for (const stop of stops) stop()
  }
}
