import { renewTokensWhenDue } from "../api"

const interval = 60_000

/** Renews the tokens before they expire: on a timer and when the window gets the focus (decisions §3, Refresh). */
export const startRefresh = (now: () => number = Date.now) => {
  const look = () => renewTokensWhenDue(now())
  const timer = setInterval(look, interval)
  addEventListener("focus", look)
  look()
  return () => {
    clearInterval(timer)
    removeEventListener("focus", look)
  }
}
