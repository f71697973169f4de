import type { TaggedRoute } from "../routes/route"
import { openApi } from "./document"

/** docs/contract-records.md: the members of records and the parameters of calls, rendered from the OpenAPI document. */

type Schema = {
  type?: string | string[]
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  additionalProperties?: Schema
  maxItems?: number
  minItems?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
  $ref?: string
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

/** Largest numbers of the schemas' own types, which are no limits of the product. */
const unlimited = new Set([Number.MAX_SAFE_INTEGER, Number.MAX_VALUE, -Number.MAX_VALUE])

const code = (text: string) => `\`${text}\``
const link = (name: string) => `[${name}](#${name.toLowerCase()})`
const isNull = (schema: Schema) => schema.type === "null"

/** A schema without null, and whether null is allowed. */
const withoutNull = (schema: Schema): { schema: Schema; isNullable: boolean } => {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter(type => type !== "null")
    return {
      schema: { ...schema, type: types.length === 1 ? types[0] : types } as Schema,
      isNullable: schema.type.includes("null"),
    }
  }
  const others = schema.anyOf?.filter(part => !isNull(part))
  if (schema.anyOf?.some(isNull) && others?.length === 1) return { schema: others[0] as Schema, isNullable: true }
  return { schema, isNullable: false }
}

const formats: Record<string, string> = { uuid: "id", "date-time": "instant", date: "day", binary: "file" }
const names: Record<string, string> = { string: "text", integer: "whole number", boolean: "boolean", number: "number" }

const membersOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, part]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(part)}`)

const plainTypeOf = (schema: Schema): string => {
  if (schema.$ref) return link(schema.$ref.replace(/^.*\//, ""))
  if (schema.description && /^0 /.test(schema.description)) return `code: ${schema.description}`
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.enum) return schema.enum.map(value => code(String(value))).join(", ")
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ")
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.properties) return `{ ${membersOf(schema).join("; ")} }`
  if (schema.additionalProperties) return "object"
  const type = typeof schema.type === "string" ? schema.type : ""
  return formats[schema.format ?? ""] ?? names[type] ?? (type || "any")
}

const limitsOf = ({ description, maxItems, maxLength, minimum, maximum }: Schema): string => {
  if (description && /^0 /.test(description)) return ""
  const limits = [
    ...(minimum !== undefined && minimum !== 0 && !unlimited.has(minimum) ? [`≥ ${minimum}`] : []),
    ...(maximum !== undefined && !unlimited.has(maximum) ? [`≤ ${maximum}`] : []),
    ...(maxItems === undefined ? [] : [`≤ ${maxItems} entries`]),
    ...(maxLength === undefined ? [] : [`≤ ${maxLength} characters`]),
  ]
  return limits.join(", ")
}

const typeOf = (given: Schema): string => {
  const { schema, isNullable } = withoutNull(given)
  const limits = limitsOf(schema)
  return `${plainTypeOf(schema)}${limits && ` (${limits})`}${isNullable ? " or null" : ""}`
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => "---"), ...rows].map(cells => `| ${cells.join(" | ")} |`).join("\n")

const answerOf = ({ responses }: Operation): Schema | undefined => {
  const [content] = Object.values(responses[200]?.content ?? {})
  return content?.schema.allOf ? content.schema.allOf[1]?.properties?.value : content?.schema
}
const bodyOf = ({ requestBody }: Operation): Schema | undefined => Object.values(requestBody?.content ?? {})[0]?.schema

/** The body that creates the records of a schema. */
const createBodyOf = ({ paths }: Document, name: string): Schema | undefined => {
  const creates = Object.entries(paths).flatMap(([path, { post }]) => (/\/create$/.test(path) && post ? [post] : []))
  const found = creates.find(post => answerOf(post)?.$ref === `#/components/schemas/${name}`)
  return found && bodyOf(found)
}

const writtenOf = (body: Schema | undefined, member: string): string => {
  const part = body?.properties?.[member]
  if (!part) return ""
  const limits = limitsOf(withoutNull(part).schema)
  return [body.required?.includes(member) ? "required" : "yes", ...(limits ? [limits] : [])].join(", ")
}

const recordOf = (document: Document, name: string, schema: Schema): string => {
  const body = createBodyOf(document, name)
  const { required = [] } = schema
  const rows = Object.entries(schema.properties ?? {}).map(([member, part]) => [
    `${code(member)}${required.includes(member) ? "" : " (optional)"}`,
    typeOf(part),
    ...(body ? [writtenOf(body, member)] : []),
  ])
  const written = Object.keys(body?.properties ?? {}).filter(member => !schema.properties?.[member])
  const more = written.map(member => [code(member), typeOf(body?.properties?.[member] ?? {}), writtenOf(body, member)])
  return `### ${name}\n\n${table(["Member", "Type", ...(body ? ["Written"] : [])], [...rows, ...more])}`
}

const queryOf = ({ parameters }: Operation) => {
  const own = parameters.filter(
    ({ name, in: where }) => where === "query" && !/^(page|pageSize|keyword|sortOrder|sortBy)$/.test(name),
  )
  const sortBy = parameters.find(({ name }) => name === "sortBy")
  return [own.map(({ name }) => code(name)).join(", "), sortBy ? `sorted by ${typeOf(sortBy.schema)}` : ""]
    .filter(Boolean)
    .join("; ")
}

const bodyText = (body: Schema | undefined) => {
  if (!body) return ""
  const { properties = {}, required = [] } = body
  return Object.keys(properties)
    .map(name => `${code(name)}${required.includes(name) ? "" : "?"}`)
    .join(", ")
}

const callsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const answer = answerOf(operation)
      return [
        code(`${method.toUpperCase()} ${path}`),
        [queryOf(operation), bodyText(bodyOf(operation))].filter(Boolean).join("; "),
        answer ? typeOf(answer) : (Object.keys(operation.responses).find(status => /^[23]/.test(status)) ?? "204"),
      ]
    }),
  )

/** The text of the page. */
export const recordsPage = (routes: readonly TaggedRoute[]): string => {
  const document = openApi(routes) as Document
  // Records as webhooks send them have members of these alone.
  const isRecord = ([name]: [string, unknown]) => !/^(Success|Failure|Webhook\w+)$/.test(name)
  const records = Object.entries(document.components.schemas).filter(isRecord)
  return `${[
    "# Records and calls",
    "Written by `npm run docs` from the document that the reference API serves at `/openapi.json`; do not edit. What a schema cannot say is in the [contract](contract.md): rules, statuses, order, refusals and what the console does.",
    "## Records",
    "Unless marked as optional, the reference API sends every member. *Written*: a member of the body that creates the record. Texts are limited by the [limits of input](contract.md#limits-of-input).",
    ...records.map(([name, schema]) => recordOf(document, name, schema)),
    "## Calls",
    "Lists also take `page`, `pageSize`, `keyword` and `sortOrder`, see [Lists](contract.md#lists). `?` marks a member that may be left out.",
    table(["Call", "Query; body", "Answer"], callsOf(document)),
  ].join("\n\n")}\n`
}
