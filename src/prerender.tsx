import { renderToString } from "react-dom/server"
import { Router } from "wouter"
import { App } from "./app/app"
import { crudModules, listPathOf, type ModuleRow } from "./app/modules"
import { loadRoute } from "./app/routing/prefetch"
import { type Route, routes } from "./app/routing/routes"
import type { FirstCalls } from "./core/http/first-calls"
import type { Key, Language } from "./core/text/i18n"
import { i18n } from "./state/instances"

/** Run by the build: the HTML of /login, and the calls that boot.ts sends on list pages. */

/** Sets the language of the next render. @param dictionaries of the language; @returns its `t` */
export const setLanguage = (language: Language, dictionaries: readonly unknown[]) => {
  i18n.setDictionaries(language, dictionaries)
  return i18n.t
}

/** Returns the key of a page's title; undefined for a path without a route. */
export const titleOf = (path: string): Key | undefined => routes.find(route => route.path === path)?.title

/** Returns the HTML of the login page in the current language. main.tsx hydrates the same tree. */
export const renderLogin = async (): Promise<string> => {
  await loadRoute("/login")
  return renderToString(
    <Router ssrPath="/login">
      <App />
    </Router>,
  )
}

/** Returns the first requests of the lists, by module. */
export const firstCallsOf = async (): Promise<Record<string, FirstCalls>> => {
  i18n.configure({ fetch: async () => new Response("{}") })
  const rows = Object.entries(crudModules) as [keyof typeof crudModules, ModuleRow][]
  const calls = rows.map(async ([name, { load }]): Promise<[string, FirstCalls]> => {
    const path = listPathOf(name)
    const { tag, list } = (await load()).prefetch.source.resource
    return [name, { ...(load.texts && { texts: load.texts }), ...(path && { list: { path, name: tag, defaults: list } }) }]
  })
  return Object.fromEntries(await Promise.all(calls))
}

/** The routes that show a module's list and have an HTML page of their own. */
export const listRoutes: readonly Route[] = routes.filter(
  ({ module, kind, screen }) => module && module in crudModules && (kind === "list" || screen === "campaigns.dashboard"),
)
