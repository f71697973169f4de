import type { ComponentType } from "react"
import type { Module } from "../contract/permissions"
import { legalCss, loadStyle } from "./chunk"
import { type LazyScreen, lazyScreen } from "./lazy-screen"
import type { Screen } from "./routes"
import { loadSignInPages } from "./sign-in-again"

const publicPages = () => import("./pages/public-pages")
const legalPages = () => Promise.all([publicPages(), loadStyle(legalCss)])
const profile = () => import("./pages/profile")
const campaigns = () => import("../modules/campaigns")
const employees = () => import("../modules/employees")
const payments = () => import("../modules/payments")

/** The frame of the signed-in console. */
export const Shell = lazyScreen(
  () => Promise.all([import("./shell"), loadStyle()]),
  ([module]) => module.Shell,
)

/** Exports of a module with list, create, edit and view screens. */
type CrudModule = {
  List: ComponentType
  Add: ComponentType
  Edit: ComponentType
  View: ComponentType
  prefetch: { list: (search: string) => void; form: (id?: string) => void; view: (id?: string) => void }
}

const crudScreens = (name: Module, load: () => Promise<CrudModule>): Partial<Record<Screen, LazyScreen>> => ({
  [`${name}.list`]: lazyScreen(
    load,
    module => module.List,
    ({ prefetch }, { search }) => prefetch.list(search),
  ),
  [`${name}.add`]: lazyScreen(
    load,
    module => module.Add,
    ({ prefetch }) => prefetch.form(),
  ),
  [`${name}.edit`]: lazyScreen(
    load,
    module => module.Edit,
    ({ prefetch }, { id }) => prefetch.form(id),
  ),
  [`${name}.view`]: lazyScreen(
    load,
    module => module.View,
    ({ prefetch }, { id }) => prefetch.view(id),
  ),
})

/** The screens, by their names in the route table. */
export const screens: Partial<Record<Screen, LazyScreen>> = {
  "public.login": lazyScreen(loadSignInPages, module => module.Login),
  "public.verify": lazyScreen(loadSignInPages, module => module.Verify),
  "public.access-denied": lazyScreen(loadSignInPages, module => module.AccessDenied),
  "public.forgot-password": lazyScreen(publicPages, module => module.ForgotPassword),
  "public.reset-password": lazyScreen(publicPages, module => module.ResetPassword),
  "public.policy": lazyScreen(legalPages, ([module]) => module.Policy),
  "public.kvkk": lazyScreen(legalPages, ([module]) => module.Kvkk),
  "public.go": lazyScreen(publicPages, module => module.Go),

  "app.profile": lazyScreen(
    profile,
    module => module.Profile,
    ({ prefetch }) => prefetch(),
  ),

  "campaigns.dashboard": lazyScreen(
    campaigns,
    module => module.Dashboard,
    ({ prefetch }, { search }) => prefetch.list(search),
  ),
  ...crudScreens("campaigns", campaigns),
  ...crudScreens("partners", () => import("../modules/partners")),
  ...crudScreens("payments", payments),
  "payments.addTransfer": lazyScreen(payments, module => module.AddTransfer),
  ...crudScreens("gifts", () => import("../modules/gifts")),
  ...crudScreens("employees", employees),
  "users.list": lazyScreen(
    employees,
    module => module.Users,
    ({ prefetch }, { search }) => prefetch.users(search),
  ),
  ...crudScreens("announcements", () => import("../modules/announcements")),
}
