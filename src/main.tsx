import { createRoot, hydrateRoot } from "react-dom/client"
import { loadRoute } from "./app/ahead"
import { App } from "./app/app"
import { StartFailed } from "./app/start-failed"
import { i18n, type Language } from "./core/i18n"
import { cache } from "./core/query"
import { startDocument } from "./effects/document"
import { startLeave } from "./effects/leave"
import { startRefresh } from "./effects/refresh"
import { startSession } from "./effects/session"
import { startSettings } from "./effects/settings"
import { startTheme } from "./effects/theme"
import { startToasts } from "./effects/toasts"
import { startUndo } from "./effects/undo"
import { config, configure, readConfig } from "./state/config"

const root = document.getElementById("root") as HTMLElement

/** boot.ts has begun to fetch the dictionaries; without it they are fetched now. */
const loadLanguage = async () => {
  const early = globalThis.boot
  const language: Language = early?.language ?? config.defaultLanguage
  const dictionaries = await early?.locales.catch(() => undefined)
  if (dictionaries) i18n.adopt(language, dictionaries)
  else await i18n.load(language)
}

const start = async () => {
  configure(readConfig(document.getElementById("config")?.textContent ?? "", location.origin))
  startSettings()
  startSession()
  const { pathname } = location
  await Promise.all([loadLanguage(), loadRoute(pathname)])
  startDocument()
  startRefresh()
  startTheme()
  startLeave()
  startToasts()
  startUndo()
  addEventListener("focus", () => cache.focus())
  // The prerendered sign-in form is taken over with what was typed in it; every other page starts empty.
  if (
    root.querySelector("[data-login]") &&
    (pathname === "/" || pathname === "/login") &&
    !document.documentElement.dataset.session
  )
    hydrateRoot(root, <App />)
  else {
    root.replaceChildren()
    createRoot(root).render(<App />)
  }
}

start().catch((error: unknown) => {
  root.replaceChildren()
  createRoot(root).render(<StartFailed error={error} />)
})
