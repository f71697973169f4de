import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { departmentOptions } from "../departments/api"
import { companyOptions } from "../owners/api"
import { getSurvey, listSurveys } from "./api"
import { surveys } from "./resource"

export { List } from "./list"

const loadForm = withTexts(["records"], async () => {
  const [form] = await Promise.all([import("./form"), import("./questions/questions-field")])
  await form.loadQuestions()
  return form
})

/** Form and view are chunks of their own: together with the list they exceed the budget of a module's chunk. */
export const Add = lazyScreen(loadForm, form => form.Add)
export const Edit = lazyScreen(loadForm, form => form.Edit)
export const View = lazyScreen(
  withTexts(["records"], () => import("./view")),
  view => view.View,
)

export const Recommendations = lazyScreen(
  withTexts(["records"], () => import("./analysis/recommendations/recommendations")),
  ({ Recommendations }) => Recommendations,
)

export const loadHistory = withTexts(["records"], () => import("./history"))

export const prefetch = prefetchModule(surveys, {
  list: listSurveys,
  one: getSurvey,
  options: [companyOptions, departmentOptions],
})
