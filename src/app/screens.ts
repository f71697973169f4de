import type { ComponentType } from "react"
import { legalCss, loadStyle } from "./chunk"
import { type Part, part } from "./part"
import type { Module, Screen } from "./routes"

const signIn = () => import("./pages/sign-in-pages")
const publicPages = () => import("./pages/public-pages")
const legalPages = () => Promise.all([publicPages(), loadStyle(legalCss)])
const profile = () => import("./pages/profile")
const campaigns = () => import("../modules/campaigns")
const payments = () => import("../modules/payments")

/** The frame around every signed-in screen. */
export const Shell = part(
  () => Promise.all([import("./shell"), loadStyle()]),
  ([module]) => module.Shell,
)

/** Stands over a page whose session ended over unsaved work. */
export const SignInAgain = part(signIn, module => module.SignInAgain)

/** What a module with the four usual screens hands over. */
type Usual = {
  List: ComponentType
  Add: ComponentType
  Edit: ComponentType
  View: ComponentType
  prefetch: { list: (search: string) => void; form: (id?: string) => void; view: (id?: string) => void }
}

const usual = (name: Module, load: () => Promise<Usual>): Partial<Record<Screen, Part>> => ({
  [`${name}.list`]: part(
    load,
    module => module.List,
    ({ prefetch }, { search }) => prefetch.list(search),
  ),
  [`${name}.add`]: part(
    load,
    module => module.Add,
    ({ prefetch }) => prefetch.form(),
  ),
  [`${name}.edit`]: part(
    load,
    module => module.Edit,
    ({ prefetch }, { id }) => prefetch.form(id),
  ),
  [`${name}.view`]: part(
    load,
    module => module.View,
    ({ prefetch }, { id }) => prefetch.view(id),
  ),
})

/** Every screen that is built, by the name that the route table gives it. */
export const screens: Partial<Record<Screen, Part>> = {
  "public.login": part(signIn, module => module.Login),
  "public.verify": part(signIn, module => module.Verify),
  "public.access-denied": part(signIn, module => module.AccessDenied),
  "public.forgot-password": part(publicPages, module => module.ForgotPassword),
  "public.reset-password": part(publicPages, module => module.ResetPassword),
  "public.policy": part(legalPages, ([module]) => module.Policy),
  "public.kvkk": part(legalPages, ([module]) => module.Kvkk),
  "public.go": part(publicPages, module => module.Go),

  "app.profile": part(
    profile,
    module => module.Profile,
    ({ prefetch }) => prefetch(),
  ),

  "campaigns.dashboard": part(
    campaigns,
    module => module.Dashboard,
    ({ prefetch }, { search }) => prefetch.list(search),
  ),
  ...usual("campaigns", campaigns),
  ...usual("partners", () => import("../modules/partners")),
  ...usual("payments", payments),
  "payments.addTransfer": part(payments, module => module.AddTransfer),
  ...usual("gifts", () => import("../modules/gifts")),
  ...usual("announcements", () => import("../modules/announcements")),
}
