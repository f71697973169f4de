import type { ComponentType } from "react"
import { legalCss, loadStyle } from "./chunk"
import { type LazyScreen, lazyScreen } from "./lazy-screen"
import type { Module, Screen } from "./routes"

const signIn = () => import("./pages/sign-in-pages")
const publicPages = () => import("./pages/public-pages")
const legalPages = () => Promise.all([publicPages(), loadStyle(legalCss)])
const profile = () => import("./pages/profile")
const campaigns = () => import("../modules/campaigns")
const payments = () => import("../modules/payments")

/** The frame around every signed-in screen. */
export const Shell = lazyScreen(
  () => Promise.all([import("./shell"), loadStyle()]),
  ([module]) => module.Shell,
)

/** Stands over a page whose session ended over unsaved work. */
export const SignInAgain = lazyScreen(signIn, module => module.SignInAgain)

/** What a module with the four usual screens hands over. */
type Usual = {
  List: ComponentType
  Add: ComponentType
  Edit: ComponentType
  View: ComponentType
  prefetch: { list: (search: string) => void; form: (id?: string) => void; view: (id?: string) => void }
}

const usual = (name: Module, load: () => Promise<Usual>): Partial<Record<Screen, LazyScreen>> => ({
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

/** Every screen that is built, by the name that the route table gives it. */
export const screens: Partial<Record<Screen, LazyScreen>> = {
  "public.login": lazyScreen(signIn, module => module.Login),
  "public.verify": lazyScreen(signIn, module => module.Verify),
  "public.access-denied": lazyScreen(signIn, module => module.AccessDenied),
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
  ...usual("campaigns", campaigns),
  ...usual("partners", () => import("../modules/partners")),
  ...usual("payments", payments),
  "payments.addTransfer": lazyScreen(payments, module => module.AddTransfer),
  ...usual("gifts", () => import("../modules/gifts")),
  ...usual("announcements", () => import("../modules/announcements")),
}
