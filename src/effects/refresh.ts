import { renewTokensWhenDue } from "../api"

const checkIntervalMs = 60_000

/** Renews the tokens before they expire, on a timer and on window focus (docs/contract.md#refresh). */
export const startRefresh = () => {
  const check = () => renewTokensWhenDue()
  const timer = setInterval(check, checkIntervalMs)
  addEventListener("focus", check)
  check()
  return () => {
    clearInterval(timer)
    removeEventListener("focus", check)
  }
}
