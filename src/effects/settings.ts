import { subscribe } from "valtio/vanilla"
import { listen, stopAll } from "../core/listen"
import { localStore } from "../core/storage"
import { isLanguage } from "../core/text/i18n"
import { i18n } from "../state/instances"
import { changeSettings, readSettings, settings } from "../state/settings"

const key = "settings"
/** Written by effects/document.ts. */
const languageKey = "i18nextLng"
const isAnything = (_: unknown): _ is unknown => true

/** Keeps settings in storage, and follows settings and language of other tabs (docs/console.md#settings). */
export const startSettings = () => {
  let known: string
  const readStored = () => {
    changeSettings(readSettings(localStore.getJson(key, isAnything)))
    known = JSON.stringify(settings)
  }
  readStored()
  const onChange = () => {
    const text = JSON.stringify(settings)
    // What was read is not written again: another tab may have changed it since.
    if (text !== known) localStore.set(key, text)
    known = text
  }
  const onStorage = ({ key: changed, newValue }: StorageEvent) => {
    // `null`: the whole storage was cleared, which restores the defaults.
    if (changed === key || changed === null) readStored()
    if (changed === languageKey && isLanguage(newValue) && newValue !== i18n.language())
      i18n.load(newValue).catch(() => undefined)
  }
  return stopAll(subscribe(settings, onChange), listen(window, { storage: onStorage }))
}
