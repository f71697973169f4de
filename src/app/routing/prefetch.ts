import { session } from "../../state/session"
import { guard, visitorOf } from "./guard"
import { matchRoute } from "./routes"
import { savesData } from "./saves-data"
import { Shell, screens } from "./screens"

/** Prefetches chunk and first data of a link's screen. */
export const prefetchLink = (href: string) => {
  const [path = "", search = ""] = href.split("?")
  const match = matchRoute(path)
  if (!match || savesData() || guard(visitorOf(session), path)) return
  screens[match.route.screen]?.prefetch({ id: match.id, search })
}

/** Loads the chunks that the first render of a path needs. @throws ChunkLoadError */
export const loadRoute = async (path: string): Promise<void> => {
  const target = guard(visitorOf(session), path) ?? path
  const match = matchRoute(target)
  if (!match) return
  await Promise.all([match.route.access === "public" || Shell.load(), screens[match.route.screen]?.load()])
}
