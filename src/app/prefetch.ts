import { currentUser, session } from "../state/session"
import { guard, visitorOf } from "./guard"
import { matchRoute } from "./routes"
import { Shell, SignInAgain, screens } from "./screens"

const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Fetches a link's chunk and first data before it is followed. Failing is silent: the click will tell. */
export const prefetchLink = (href: string) => {
  const [path = "", search = ""] = href.split("?")
  const match = matchRoute(path)
  if (!match || isSaving() || guard(visitorOf(session), path)) return
  screens[match.route.screen]?.prefetch({ id: match.params.id, search })
}

/** The chunks that the present address needs: the first render waits for them. */
export const loadRoute = async (path: string): Promise<void> => {
  const target = guard(visitorOf(session), path) ?? path
  const match = matchRoute(target)
  if (!match) return
  await Promise.all([match.route.access === "public" ? undefined : Shell.load(), screens[match.route.screen]?.load()])
}

/** Once signed in, the remaining screens of the console are fetched while the browser is idle. */
export const loadWhenIdle = () => {
  if (isSaving() || !currentUser(session)) return
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  idle(() => {
    for (const screen of [...Object.values(screens), SignInAgain]) screen?.load().catch(() => undefined)
  })
}
