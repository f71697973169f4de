import { subscribe } from "valtio/vanilla"
import { startSignedIn as startEffects } from "../effects/signed-in"
import { cache } from "../state/instances"
import { permissions } from "../state/permissions"
import { session, sessionTokens } from "../state/session"
import { theme } from "../state/theme"
import { prefetchLink } from "./prefetch"
import { prefetchAccountName } from "./use-account-name"
import { prefetchReach } from "./use-reach"

/** The frame of the signed-in console and what runs behind it: a chunk of its own, which the sign-in page does not load. */
export { Shell } from "./shell"

/** Starts the effects of the session. Answers to boot's calls are dropped if another tab has meanwhile changed the tokens. */
export const startSignedIn = () => {
  const { boot } = globalThis
  if (boot?.token !== sessionTokens(session.current)?.token) boot?.calls.clear()
  startEffects()
}

/** How long the first render waits for data once its scripts are there, ms; then it shows what has come. */
const waitMs = 150

/** How long the answers to boot's calls are kept for a page to take over; later ones would be out of date. */
const keptMs = 10_000

/** Resolves when the permissions are known, and an identity of which no copy is kept; calls that fail count as answered. */
const untilKnown = () =>
  new Promise<void>(resolve => {
    const check = () => {
      if (permissions.isLoading || theme.loading) return
      for (const stop of stops) stop()
      resolve()
    }
    const stops = [subscribe(permissions, check, true), subscribe(theme, check, true)]
    check()
  })

/** Requests the first data of a page and of its frame, and waits for them, so that the first render shows them. */
export const loadFirstData = async (href: string): Promise<void> => {
  prefetchAccountName()
  prefetchReach()
  prefetchLink(href)
  setTimeout(() => globalThis.boot?.calls.clear(), keptMs)
  await Promise.race([Promise.all([untilKnown(), cache.settled()]), new Promise(resolve => setTimeout(resolve, waitMs))])
}
