import type { LazyScreen } from "../../ui/pages/loading/lazy-screen"
import { SignInAgain } from "../access/sign-in-again"
import { savesData } from "./saves-data"

/**
 * Loads the chunks of the console's screens, one after the other, each while the browser is idle: an input that comes
 * meanwhile waits for one of them at most. @param screens by name
 */
export const loadWhenIdle = async (screens: Readonly<Record<string, Pick<LazyScreen, "load"> | undefined>>) => {
  if (savesData()) return
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  const own = Object.entries(screens).filter(([name]) => !name.startsWith("public."))
  for (const screen of [...own.map(([, screen]) => screen), SignInAgain]) {
    await new Promise<unknown>(resolve => idle(resolve))
    await screen?.load().catch(() => undefined)
  }
}
