import { useSnapshot } from "valtio"
import { createFormat, type Format } from "../../core/format"
import { browserZone } from "../../core/time-zone"
import { config } from "../../state/config"
import { i18n } from "../../state/instances"
import { settings } from "../../state/settings"
import { useT } from "./use-t"

const made = new Map<string, Format>()

/** Figures and dates in the person's language, by the clock that they chose: the deployment's, or their browser's own. */
export const useFormat = (): Format => {
  useT()
  const { timeZone } = useSnapshot(settings)
  const zone = timeZone === "browser" ? browserZone(config.timeZone) : config.timeZone
  const key = `${i18n.language()} ${zone}`
  const format = made.get(key) ?? createFormat(i18n.language(), zone)
  made.set(key, format)
  return format
}
