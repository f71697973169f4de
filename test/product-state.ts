import { snapshot } from "valtio/vanilla"
import { activity } from "../src/state/activity"
import { config } from "../src/state/config"
import { connection } from "../src/state/connection"
import { flags } from "../src/state/flags"
import { cache, confirmation, i18n, unsavedChanges } from "../src/state/instances"
import { clearListPositions } from "../src/state/list-positions"
import { permissions } from "../src/state/permissions"
import { recentActions } from "../src/state/recent-actions"
import { release } from "../src/state/release"
import { session } from "../src/state/session"
import { settings } from "../src/state/settings"
import { theme } from "../src/state/theme"
import { dismissAll, toasts } from "../src/state/toasts"
import { hasExtensions } from "./extensions"

/** The state of the product's modules, which are evaluated once for all files of a worker. */
const proxies: object[] = [activity, connection, flags, permissions, recentActions, release, session, settings, theme, toasts]
const initial = [...proxies.map(proxy => [proxy, snapshot(proxy)] as const), [config, structuredClone(config)] as const]

/** Brings the state of the product back to what it is when a page is loaded. */
export const resetProductState = () => {
  unsavedChanges.clear()
  confirmation.pending()?.answer(false)
  dismissAll()
  for (const [state, first] of initial) {
    for (const name of Object.keys(state)) if (!(name in first)) Reflect.deleteProperty(state, name)
    Object.assign(state, structuredClone(first))
  }
  hasExtensions(config.extensions)
  clearListPositions()
  i18n.configure({ fetch: (input, init) => fetch(input, init) })
  cache.clear()
}
