import { subscribe } from "valtio/vanilla"
import { isLanguage } from "../core/i18n"
import { localStore } from "../core/storage"
import { i18n } from "../state/instances"
import { changeSettings, readSettings, settings } from "../state/settings"

const key = "settings"
/** S1: document.ts writes it; what another tab chose is spoken here as well. */
const languageKey = "i18nextLng"
const anything = (_: unknown): _ is unknown => true

/** Settings and language ↔ storage, over all tabs. Storage that was cleared means the defaults. */
export const startSettings = () => {
  const read = () => changeSettings(readSettings(localStore.getJson(key, anything)))
  read()
  const stop = subscribe(settings, () => localStore.set(key, JSON.stringify(settings)))
  const follow = ({ key: changed, newValue }: StorageEvent) => {
    if (changed === key || changed === null) read()
    // Without the dictionary the language stays as it is.
    if (changed === languageKey && isLanguage(newValue) && newValue !== i18n.language())
      i18n.load(newValue).catch(() => undefined)
  }
  addEventListener("storage", follow)
  return () => {
    stop()
    removeEventListener("storage", follow)
  }
}
