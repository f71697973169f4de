import type { Route } from "./routes"
import { screens } from "./screens"

/** Whether a row of the table has its screen yet; menus leave out what has not (decisions §4). */
export const hasScreen = (route: Route) => route.screen in screens
