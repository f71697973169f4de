import { renderToString } from "react-dom/server"
import { Router } from "wouter"
import { App } from "./app/app"
import { loadRoute } from "./app/prefetch"
import type { Language } from "./core/i18n"
import type { ListDefaults } from "./core/list-query"
import { campaigns } from "./modules/campaigns/resource"
import { i18n } from "./state/instances"

/** Run by the build: /login as real HTML, and what boot.ts is to fetch first on each list's page. */

/** @param parts the language's dictionaries, as fetched */
export const setLanguage = (language: Language, parts: readonly unknown[]) => {
  i18n.setDictionaries(language, parts)
  return i18n.t
}

/** The sign-in page in the language spoken last. main.tsx hydrates the same tree. */
export const renderLogin = async (): Promise<string> => {
  await loadRoute("/login")
  return renderToString(
    <Router ssrPath="/login">
      <App />
    </Router>,
  )
}

export const firstCalls: Record<string, { path: string; list: string; defaults: ListDefaults }> = {
  campaigns: { path: "/campaign/list", list: campaigns.tag, defaults: campaigns.list },
}
