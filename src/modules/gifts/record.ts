export { Add, Edit, history } from "./form"
export { View } from "./view"
