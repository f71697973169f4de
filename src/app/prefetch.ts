import { session } from "../state/session"
import { guard, visitorOf } from "./guard"
import type { LinkTarget } from "./pre-render"
import { matchRoute } from "./routes"
import { savesData } from "./saves-data"
import { Shell, screens } from "./screens"

/** Prefetches chunk and first data of a link's screen. @returns the page; undefined: nothing is prefetched */
export const prefetchLink = (href: string): LinkTarget | undefined => {
  const [path = "", search = ""] = href.split("?")
  const match = matchRoute(path)
  if (!match || savesData() || guard(visitorOf(session), path)) return
  const Screen = screens[match.route.screen]
  Screen?.prefetch({ id: match.id, search })
  return Screen && { match, Screen, search }
}

/** Loads the chunks that the first render of a path needs. @throws ChunkLoadError */
export const loadRoute = async (path: string): Promise<void> => {
  const target = guard(visitorOf(session), path) ?? path
  const match = matchRoute(target)
  if (!match) return
  await Promise.all([match.route.access === "public" || Shell.load(), screens[match.route.screen]?.load()])
}
