import { SignInAgain } from "../access/sign-in-again"
import { screens } from "../screens/table"
import { savesData } from "./saves-data"

/**
 * Loads the chunks of the console's screens, one after the other, each while the browser is idle: an input that comes
 * meanwhile waits for one of them at most.
 */
export const loadWhenIdle = async () => {
  if (savesData()) return
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  const own = screens.filter(({ access }) => access !== "public").map(({ component }) => component)
  for (const screen of new Set([...own, SignInAgain])) {
    await new Promise<unknown>(resolve => idle(resolve))
    await screen.load().catch(() => undefined)
  }
}
