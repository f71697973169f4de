export { Add } from "./form"
export { history } from "./history"
export { View } from "./view"
