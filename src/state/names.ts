import { createNames } from "../core/names"
import { cache } from "./instances"

/** Apart from the other instances, so that the sign-in page does not load it. */
export const namesFrom = createNames(cache)
