import { subscribe } from "valtio/vanilla"
import { local } from "../core/storage"
import { changeSettings, readSettings, settings } from "../state/settings"

const key = "settings"
const anything = (_: unknown): _ is unknown => true

/** Settings ↔ storage, over all tabs. */
export const startSettings = () => {
  const read = () => changeSettings(readSettings(local.json(key, anything)))
  read()
  const stop = subscribe(settings, () => local.set(key, JSON.stringify(settings)))
  const follow = (event: StorageEvent) => {
    if (event.key === key) read()
  }
  addEventListener("storage", follow)
  return () => {
    stop()
    removeEventListener("storage", follow)
  }
}
