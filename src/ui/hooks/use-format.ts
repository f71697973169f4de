import { createContext, useContext, useSyncExternalStore } from "react"
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

/** Whether dates below have their year and times their zone, as on paper and in proofs. */
export const FullDates = createContext(false)

/**
 * Returns formatters for the current language and the chosen time zone (docs/console.md#dates-and-numbers).
 * @param isFull whether dates have their year always, and times their zone
 */
export const useFormat = (isFull = false): Format => {
  const hasFullDates = useContext(FullDates) || isFull
  useT()
  const zone = zoneOf(useSyncExternalStore(subscribeToSettings, chosenZone, chosenZone))
  const key = `${i18n.language()} ${zone} ${hasFullDates}`
  const format = formats.get(key) ?? createFormat(i18n.language(), zone, () => Date.now(), hasFullDates)
  formats.set(key, format)
  return format
}
