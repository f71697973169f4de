import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { withTexts } from "../../ui/pages/loading/with-texts"
import { feedbackOwnerOptions, getFeedback, listFeedback } from "./api"
import { feedback } from "./resource"

export { List } from "./list"

export const { Add, View } = lazyRecord(() => import("./record"))

export const loadHistory = withTexts(["records"], () => import("./history"))

export const prefetch = prefetchModule(feedback, { list: listFeedback, one: getFeedback, options: [feedbackOwnerOptions] })
