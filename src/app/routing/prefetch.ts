import { session } from "../../state/session"
import { matchScreen } from "../screens/match"
import { Shell } from "../shell/lazy-shell"
import { guard, visitorOf } from "./guard"
import { savesData } from "./saves-data"

/** Prefetches chunk and first data of a link's screen. */
export const prefetchLink = (href: string) => {
  const [path = "", search = ""] = href.split("?")
  const match = matchScreen(path)
  if (!match || savesData() || guard(visitorOf(session), path)) return
  match.screen.component.prefetch({ id: match.id, search })
}

/** Loads the chunks that the first render of a path needs. @throws ChunkLoadError */
export const loadRoute = async (path: string): Promise<void> => {
  const target = guard(visitorOf(session), path) ?? path
  const match = matchScreen(target)
  if (!match) return
  await Promise.all([match.screen.access === "public" || Shell.load(), match.screen.component.load()])
}
