import { renderToString } from "react-dom/server"
import { Router } from "wouter"
import { App } from "./app/app"
import { loadRoute } from "./app/prefetch"
import type { Language } from "./core/i18n"
import type { ListDefaults } from "./core/list-query"
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

/** The list call of each page that opens with a list, by name. */
export const firstCalls: Record<string, { path: string; list: string; defaults: ListDefaults }> = {
  campaigns: { path: "/campaign/list", list: campaigns.tag, defaults: campaigns.list },
}
