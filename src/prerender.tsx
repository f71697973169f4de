import { renderToString } from "react-dom/server"
import { Router } from "wouter"
import { App } from "./app/app"
import { loadRoute } from "./app/prefetch"
import type { FirstCalls } from "./boot-state"
import type { Language } from "./core/i18n"
import { campaigns } from "./modules/campaigns/resource"
import { i18n } from "./state/instances"

/** Run by the build: the HTML of /login, and the calls that boot.ts sends on list pages. */

/** Sets the language of the next render. @param dictionaries of the language; @returns its `t` */
export const setLanguage = (language: Language, dictionaries: readonly unknown[]) => {
  i18n.setDictionaries(language, dictionaries)
  return i18n.t
}

/** Returns the HTML of the login page in the current language. main.tsx hydrates the same tree. */
export const renderLogin = async (): Promise<string> => {
  await loadRoute("/login")
  return renderToString(
    <Router ssrPath="/login">
      <App />
    </Router>,
  )
}

/** The first calls of each page, by name. */
export const firstCalls: Record<string, FirstCalls> = {
  campaigns: { list: { path: "/campaign/list", name: campaigns.tag, defaults: campaigns.list } },
}
