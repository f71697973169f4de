export { Add } from "./form"
export { View } from "./view"
