import { useSyncExternalStore } from "react"
import { subscribe } from "valtio"
import { browserZone } from "../../core/dates/time-zone"
import { createFormat, type Format } from "../../core/text/format"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { settings } from "../../state/settings"
import { useT } from "./use-t"

const formats = new Map<string, Format>()

const zoneOf = (choice: "deployment" | "browser") => (choice === "browser" ? browserZone(config.timeZone) : config.timeZone)

/** Returns the time zone in which instants are shown (docs/console.md#settings). */
export const shownZone = () => zoneOf(settings.timeZone)

const subscribeToSettings = (onChange: () => void) => subscribe(settings, onChange)
const chosenZone = () => settings.timeZone

/** Returns formatters for the current language and the chosen time zone (docs/console.md#dates-and-numbers). */
export const useFormat = (): Format => {
  useT()
  const zone = zoneOf(useSyncExternalStore(subscribeToSettings, chosenZone, chosenZone))
  const key = `${i18n.language()} ${zone}`
  const format = formats.get(key) ?? createFormat(i18n.language(), zone)
  formats.set(key, format)
  return format
}
