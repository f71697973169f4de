import { legalCss, loadStyle } from "../../ui/pages/loading/chunk"
import { type LazyScreen, lazyScreen, type PrefetchTarget } from "../../ui/pages/loading/lazy-screen"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { loadSignInPages } from "../access/sign-in-again"
import { type CrudModule, crudModules, type ModuleRow } from "../modules"
import type { Screen } from "./routes"

const publicPages = () => import("../pages/public-pages")
const legalPages = () => Promise.all([publicPages(), loadStyle(legalCss)])
const goDraw = () => Promise.all([import("../pages/go-draw"), loadStyle()])
const goSurvey = () => Promise.all([import("../pages/go-survey"), loadStyle()])
const profile = withTexts(["companies", "profile", "records"], () => import("../pages/profile/profile"))

/** The frame of the signed-in console. */
export const Shell = lazyScreen(
  () => Promise.all([import("../shell/shell"), loadStyle()]),
  ([module]) => module.Shell,
  ([module]) => module.prefetch(),
)

const prefetchList = ({ prefetch }: CrudModule, { search }: PrefetchTarget) => prefetch.list(search)
const prefetchForm = ({ prefetch }: CrudModule, { id }: PrefetchTarget) => prefetch.form(id)
const prefetchView = ({ prefetch }: CrudModule, { id }: PrefetchTarget) => prefetch.view(id)

const crudScreens = ([name, { load }]: [string, ModuleRow]): Partial<Record<Screen, LazyScreen>> => ({
  [`${name}.list`]: lazyScreen(load, module => module.List, prefetchList),
  [`${name}.add`]: lazyScreen(load, module => module.Add, prefetchForm),
  // Records that are not edited in a form have no route to it.
  [`${name}.edit`]: lazyScreen(load, ({ Edit, View }) => Edit ?? View, prefetchForm),
  [`${name}.view`]: lazyScreen(load, module => module.View, prefetchView),
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
  "public.go-draw": lazyScreen(goDraw, ([module]) => module.GoDraw),
  "public.go-survey": lazyScreen(goSurvey, ([module]) => module.GoSurvey),

  "app.profile": lazyScreen(
    profile,
    module => module.Profile,
    ({ prefetch }) => prefetch(),
  ),

  "app.audit": lazyScreen(
    withTexts(["records"], () => import("../pages/audit")),
    module => module.Audit,
  ),
  "app.connections": lazyScreen(
    withTexts(["connections", "records"], () => import("../../modules/connections/screen")),
    module => module.Connections,
  ),
  "campaigns.dashboard": lazyScreen(crudModules.campaigns.load, module => module.Dashboard, prefetchList),
  ...Object.assign({}, ...Object.entries(crudModules).map(crudScreens)),
  "payments.addTransfer": lazyScreen(crudModules.payments.load, module => module.AddTransfer),
  "surveys.recommendation": lazyScreen(crudModules.surveys.load, module => module.Recommendations),
  "employees.bulkUpload": lazyScreen(
    withTexts(["employees", "records"], () => import("../../modules/employees/bulk/page")),
    module => module.BulkUpload,
  ),
  "reports.list": lazyScreen(
    withTexts(["records", "reporting"], () => import("../../modules/reports")),
    module => module.List,
    ({ prefetch }, { search }) => prefetch(search),
  ),
  "reports.calendar": lazyScreen(
    withTexts(["records", "calendar"], () => import("../../modules/calendar/screen")),
    module => module.CalendarScreen,
    ({ prefetch }, { search }) => prefetch(search),
  ),
  "users.list": lazyScreen(
    crudModules.employees.load,
    module => module.Users,
    ({ prefetch }, { search }) => prefetch.users(search),
  ),
}
