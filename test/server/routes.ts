import { routesOf } from "../../server/src/resources"
import { accessOf } from "../../server/src/routes/route"

/** The calls of a demonstration with who may make them, by name: `GET /campaign/list`. */
export const routes = routesOf({ mode: "demo", smtpUrl: "" }).map(route => ({
  ...route,
  ...accessOf(route),
  method: route.method.toUpperCase(),
  name: `${route.method.toUpperCase()} ${route.path}`,
}))

const byName = new Map(routes.map(route => [route.name, route]))

export const hasRoute = (name: string) => byName.has(name)

/** A body that the call accepts on the demonstration's data. */
export const exampleOf = (name: string) => byName.get(name)?.example
