import { renew } from "../api"
import { session, tokensOf } from "../state/session"

/** Tokens are renewed when less than this remains, ms (S9). */
const threshold = 300_000
const interval = 60_000

/** Renews the tokens before they expire: on a timer and when the window gets the focus (decisions §3, Refresh). */
export const startRefresh = (now: () => number = Date.now) => {
  const look = () => {
    const tokens = tokensOf(session.current)
    if (tokens && tokens.tokenExpiry - now() < threshold) renew()
  }
  const timer = setInterval(look, interval)
  addEventListener("focus", look)
  look()
  return () => {
    clearInterval(timer)
    removeEventListener("focus", look)
  }
}
