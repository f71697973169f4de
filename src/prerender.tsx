import { renderToString } from "react-dom/server"
import { Router } from "wouter"
import { App } from "./app/app"
import { loadRoute } from "./app/routing/prefetch"
import { recordChunks } from "./app/screens/chunks"
import { screens } from "./app/screens/table"
import type { FirstCalls } from "./core/http/first-calls"
import type { Key, Language } from "./core/text/i18n"
import { i18n } from "./state/instances"

/** Run by the build: the HTML of /login, and the calls that boot.ts sends on list pages. */

/** Sets the language of the next render. @param dictionaries of the language; @returns its `t` */
export const setLanguage = (language: Language, dictionaries: readonly unknown[]) => {
  i18n.setDictionaries(language, dictionaries)
  return i18n.t
}

/** Returns the key of a page's title; undefined for a path without a screen. */
export const titleOf = (path: string): Key | undefined => screens.find(screen => screen.path === path)?.title

/** Returns the HTML of the login page in the current language. main.tsx hydrates the same tree. */
export const renderLogin = async (): Promise<string> => {
  await loadRoute("/login")
  return renderToString(
    <Router ssrPath="/login">
      <App />
    </Router>,
  )
}

/** Returns the pages that show a module's list and have an HTML page of their own, with the first requests of each. */
export const listPages = async () => {
  i18n.configure({ fetch: async () => new Response("{}") })
  const pages = screens.flatMap(({ path, list }) => (list ? [{ path, list }] : []))
  return Promise.all(
    pages.map(async ({ path, list: { chunk, path: call } }) => {
      const { texts } = recordChunks[chunk]
      const { tag, list } = (await recordChunks[chunk]()).prefetch.source.resource
      const firstCalls: FirstCalls = {
        texts: ["common", ...(texts ? [texts] : [])],
        ...(call && { list: { path: call, name: tag, defaults: list } }),
      }
      return { path, module: chunk, firstCalls }
    }),
  )
}
