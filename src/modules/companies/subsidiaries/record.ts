export { Add, Edit } from "./form"
export { View } from "./view"
