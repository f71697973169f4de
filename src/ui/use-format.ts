import { createFormat, type Format } from "../core/format"
import { i18n } from "../core/i18n"
import { config } from "../state/config"
import { useT } from "./use-t"

const made = new Map<string, Format>()

/** Figures and dates in the person's language and the deployment's time zone. */
export const useFormat = (): Format => {
  useT()
  const key = `${i18n.language()} ${config.timeZone}`
  const format = made.get(key) ?? createFormat(i18n.language(), config.timeZone)
  made.set(key, format)
  return format
}
