import { lazyScreen } from "../../ui/pages/loading/lazy-screen"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { departmentOptions } from "../departments/api"
import { getDraw, listDraws } from "./api"
import { draws } from "./resource"

export { List } from "./list"

const loadForm = withTexts(["records"], () => import("./form"))

/** Form and view are chunks of their own: together with the list they exceed the budget of a module's chunk. */
export const Add = lazyScreen(loadForm, form => form.Add)
export const Edit = lazyScreen(loadForm, form => form.Edit)
export const View = lazyScreen(
  withTexts(["records"], () => import("./view")),
  view => view.View,
)

export const loadHistory = withTexts(["records"], () => import("./history"))

export const prefetch = prefetchModule(draws, { list: listDraws, one: getDraw, options: [departmentOptions] })
