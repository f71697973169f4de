import { renderToString } from "react-dom/server"
import { Router } from "wouter"
import { App } from "./app/app"
import { crudModules } from "./app/routing/crud-modules"
import { loadRoute } from "./app/routing/prefetch"
import { type Route, routes } from "./app/routing/routes"
import type { FirstCalls } from "./core/http/first-calls"
import type { ListDefaults } from "./core/http/list-query"
import type { Language } from "./core/text/i18n"
import { announcements } from "./modules/announcements/resource"
import { campaigns } from "./modules/campaigns/resource"
import { companies } from "./modules/companies/resource"
import { subsidiaries } from "./modules/companies/subsidiaries/resource"
import { draws } from "./modules/draws/resource"
import { employees } from "./modules/employees/resource"
import { gifts } from "./modules/gifts/resource"
import { partners } from "./modules/partners/resource"
import { payments } from "./modules/payments/resource"
import { surveys } from "./modules/surveys/resource"
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

type Listed = { tag: string; list: ListDefaults }

const firstList = (path: string, { tag, list }: Listed): FirstCalls => ({
  texts: crudModules[tag as keyof typeof crudModules].texts,
  list: { path, name: tag, defaults: list },
})

/** The first requests of the lists, by module. Whether the list of feedback is a call depends on the deployment. */
export const firstCalls: Record<string, FirstCalls> = {
  announcements: firstList("/announcement/list", announcements),
  campaigns: firstList("/campaign/list", campaigns),
  companies: firstList("/tenant/list", companies),
  feedback: { texts: crudModules.feedback.texts },
  draws: firstList("/draw/list", draws),
  employees: firstList("/user/list", employees),
  gifts: firstList("/gift/list", gifts),
  partners: firstList("/brand/list", partners),
  payments: firstList("/payment/list", payments),
  subsidiaries: firstList("/tenant/:tenant/subsidiaries", subsidiaries),
  surveys: firstList("/survey/list", surveys),
}

/** The routes that show a module's list and have an HTML page of their own. */
export const listRoutes: readonly Route[] = routes.filter(
  ({ module, kind, screen }) => module && module in firstCalls && (kind === "list" || screen === "campaigns.dashboard"),
)
