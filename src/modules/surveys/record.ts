export { Add, Edit } from "./form"
export { history, View } from "./view"
