import { openApi } from "./openapi/document"
import { recordsPage } from "./openapi/records-page"
import { routesOf } from "./resources"

/** JSON with a line for each member of the upper levels: a changed call or value is one changed line. */
const linesOf = (value: unknown, levels: number, indent = ""): string => {
  if (levels === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const lines = members.map(([name, member]) => `${indent} ${JSON.stringify(name)}: ${linesOf(member, levels - 1, `${indent} `)}`)
  return `{\n${lines.join(",\n")}\n${indent}}`
}

/** The calls of a demonstration, which has all of them. */
const routes = routesOf({ mode: "demo", smtpUrl: "" })

/** The text of docs/openapi.json. */
export const openApiFile = (): string => `${linesOf(openApi(routes), 3)}\n`

/** The text of docs/contract-records.md. */
export const recordsFile = (): string => recordsPage(routes)
