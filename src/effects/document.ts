import { subscribe } from "valtio/vanilla"
import { stopAll } from "../core/listen"
import { localStore } from "../core/storage"
import { i18n } from "../state/instances"
import { settings } from "../state/settings"
import { theme } from "../state/theme"

/** Lifetime of the language cookie in minutes (docs/contract.md#browser-storage). */
const cookieMinutes = 525_600

const applyLanguage = () => {
  const language = i18n.language()
  document.documentElement.lang = language
  localStore.set("i18nextLng", language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `i18nextLng=${language}; Max-Age=${cookieMinutes * 60}; Path=/; SameSite=Lax`
}

const applyTheme = () => {
  const style = document.documentElement.style
  style.setProperty("--brand-primary", theme.primary)
  style.setProperty("--brand-secondary", theme.secondary)
}

const applySettings = () => {
  const { dataset } = document.documentElement
  if (settings.theme === "system") delete dataset.theme
  else dataset.theme = settings.theme
  if (settings.density === "compact") dataset.density = "compact"
  else delete dataset.density
}

/** Applies language, the company's colours, dark mode and density to the document. */
export const startDocument = () => {
  applyLanguage()
  applyTheme()
  applySettings()
  let isStopped = false
  // After the paint that shows which setting was chosen: the styles of all elements are computed again.
  const applySettingsAfterPaint = () => {
    const apply = () => isStopped || applySettings()
    if (document.hidden) apply()
    else requestAnimationFrame(() => setTimeout(apply))
  }
  return stopAll(
    () => {
      isStopped = true
    },
    i18n.subscribe(applyLanguage),
    subscribe(theme, applyTheme, true),
    subscribe(settings, applySettingsAfterPaint, true),
  )
}
