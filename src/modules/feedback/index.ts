import { prefetchModule } from "../../ui/pages/prefetch"
import { feedbackOwnerOptions, getFeedback, listFeedback } from "./api"
import { feedback } from "./resource"

export { Add } from "./form"
export { List } from "./list"
export { View } from "./view"

export const prefetch = prefetchModule(feedback, { list: listFeedback, one: getFeedback, options: [feedbackOwnerOptions] })
