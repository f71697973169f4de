import { createApp, routesOf } from "./app"
import { readConfig } from "./config"
import type { Deps } from "./http/context"
import { openApi } from "./openapi/document"
import { prefix } from "./prefix"

/** JSON with a line for each member of the upper levels: a changed call or value is one changed line. */
const linesOf = (value: unknown, levels: number, indent = ""): string => {
  if (levels === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const lines = members.map(([name, member]) => `${indent} ${JSON.stringify(name)}: ${linesOf(member, levels - 1, `${indent} `)}`)
  return `{\n${lines.join(",\n")}\n${indent}}`
}

/** The text of docs/openapi.json: the document of a demonstration, whose routes need no database to be registered. */
export const openApiFile = (): string => {
  const secrets = { JWT_SECRET: "not used ".repeat(4), CODE_SECRET: "never used ".repeat(4) }
  const deps = { config: readConfig({ MODE: "demo", ...secrets }), clock: Date.now }
  return `${linesOf(openApi(routesOf(createApp(deps as Deps)), prefix), 3)}\n`
}
