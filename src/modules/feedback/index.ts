import { lazyRecord } from "../../ui/pages/loading/lazy-record"
import { prefetchModule } from "../../ui/pages/loading/prefetch"
import { feedbackOwnerOptions, getFeedback, listFeedback } from "./api"
import { feedback } from "./resource"

export { List } from "./list"

export const { Add, View } = lazyRecord(() => import("./record"))

export const prefetch = prefetchModule(feedback, { list: listFeedback, one: getFeedback, options: [feedbackOwnerOptions] })
