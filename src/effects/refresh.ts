import { renewTokensWhenDue } from "../api/http"
import { listen, stopAll } from "../core/listen"

const checkIntervalMs = 60_000

/** Renews the tokens before they expire, on a timer and on window focus (docs/contract.md#refresh). */
export const startRefresh = () => {
  const check = () => renewTokensWhenDue()
  const timer = setInterval(check, checkIntervalMs)
  check()
  return stopAll(() => clearInterval(timer), listen(window, { focus: check }))
}
