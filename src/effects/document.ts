import { subscribe } from "valtio/vanilla"
import { localStore } from "../core/storage"
import { i18n } from "../state/instances"
import { settings } from "../state/settings"
import { theme } from "../state/theme"

/** Minutes that the language cookie lives (S1). */
const cookieMinutes = 525_600

const paintLanguage = () => {
  const language = i18n.language()
  document.documentElement.lang = language
  localStore.set("i18nextLng", language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `i18nextLng=${language}; Max-Age=${cookieMinutes * 60}; Path=/; SameSite=Lax`
}

const paintTheme = () => {
  const style = document.documentElement.style
  style.setProperty("--brand-primary", theme.primary)
  style.setProperty("--brand-secondary", theme.secondary)
}

const paintSettings = () => {
  const { dataset } = document.documentElement
  if (settings.theme === "system") delete dataset.theme
  else dataset.theme = settings.theme
  if (settings.density === "compact") dataset.density = "compact"
  else delete dataset.density
}

/** Paints language, the company's colours, dark mode and density on the document. */
export const startDocument = () => {
  paintLanguage()
  paintTheme()
  paintSettings()
  const stops = [i18n.subscribe(paintLanguage), subscribe(theme, paintTheme, true), subscribe(settings, paintSettings, true)]
  return () => {
    for (const stop of stops) stop()
  }
}
