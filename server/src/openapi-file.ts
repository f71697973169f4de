import { createApp, routesOf } from "./app"
import { readConfig } from "./config"
import type { Deps } from "./http/context"
import { openApi } from "./openapi/document"
import { prefix } from "./prefix"

/** The text of docs/openapi.json: the document of a demonstration, whose routes need no database to be registered. */
export const openApiFile = (): string => {
  const deps = { config: readConfig({ MODE: "demo" }), clock: Date.now }
  return `${JSON.stringify(openApi(routesOf(createApp(deps as Deps)), prefix), undefined, 1)}\n`
}
