import { z } from "zod"
import { accessOf, type Route, type Sent, type TaggedRoute } from "../routes/route"
import { showEntries } from "../routes/rows"

/** One call in the OpenAPI document, from its route alone. */

export type Json = Record<string, unknown>

export const schemasAt = "#/components/schemas/"

/** Removes `additionalProperties: false`: answers may get new members, and unknown members of a body are ignored. */
const opened = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(opened)
  if (typeof json !== "object" || json === null) return json
  const { additionalProperties, ...rest } = json as Json
  const isClosed = additionalProperties === false || additionalProperties === undefined
  return Object.fromEntries(
    Object.entries({ ...rest, ...(!isClosed && { additionalProperties }) }).map(([name, part]) => [name, opened(part)]),
  )
}

/** @param schemas collects the named schemas that the result refers to */
export const schemaOf = (schema: z.ZodType, io: "input" | "output", schemas: Json): Json => {
  const override = ({ jsonSchema }: { jsonSchema: object }) => showEntries(jsonSchema, entry => schemaOf(entry, io, schemas))
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any", override })
  const { $schema, $defs = {}, ...own } = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${schemasAt}`)) as Json
  for (const [name, { id, ...part }] of Object.entries($defs as Record<string, Json>)) schemas[name] = opened(part)
  return opened(own) as Json
}

export const errors = {
  400: ["Invalid", "The request is invalid; the fields are named."],
  401: ["Unauthorised", "There is no session, or it has ended."],
  403: ["Forbidden", "The role or a permission does not permit this call, or its module is switched off."],
  404: ["Missing", "There is no such record, or it belongs to another company."],
  408: ["Slow", "The body arrived too slowly."],
  409: ["Conflict", "The record has been changed, or its state does not allow the call; the value may be the current record."],
  412: ["OtherVersion", "The record has been changed since the version of If-Match."],
  413: ["TooLarge", "The request is too large."],
  415: ["WrongType", "The body is not JSON, or the file is no picture of an accepted type."],
  429: ["TooMany", "Too many calls: see Retry-After."],
  503: ["Unavailable", "The server is temporarily unavailable: see Retry-After."],
  507: ["Full", "The disk is full; reads still succeed."],
} as const
type Status = keyof typeof errors

/** The statuses of refusals that follow from what a route is, and its own. */
const refusalsOf = ({ method, path, guard, body, isProbe, errors: own = [] }: Route): Status[] => {
  const has = (isMet: boolean, ...statuses: Status[]) => (isMet ? statuses : [])
  return [
    ...has(body !== undefined, 400, 408, 413, 415),
    ...has(guard !== "everybody", 401),
    ...has(typeof guard !== "string", 403),
    ...has(path.includes(":") || (method === "put" && body !== undefined), 404),
    ...has(method !== "get", 409, 507),
    ...has(!isProbe, 429, 503),
    ...(own as Status[]),
  ]
}

const successOf = ({ answer }: Route, schemas: Json): Json => {
  if (!answer) return { 204: { description: "Success, without a body" } }
  if (!(answer instanceof z.ZodType) && answer.status === 302) return { 302: { description: "Success, a redirect" } }
  const {
    type,
    schema: sent,
    isEnveloped,
    status = 200,
  }: Sent = answer instanceof z.ZodType ? { type: "application/json", schema: answer, isEnveloped: true } : answer
  // In an object, so that a named schema is referred to and not repeated.
  const { properties } = schemaOf(z.object({ value: sent }), "output", schemas)
  const enveloped = { allOf: [{ $ref: `${schemasAt}Success` }, { type: "object", properties }] }
  const schema = isEnveloped ? enveloped : schemaOf(sent, "output", schemas)
  return { [status]: { description: "Success", content: { [type]: { schema } } } }
}

const bodyOf = ({ body, required: requiredByRules = [], example }: Route, schemas: Json): Json | undefined => {
  if (!body) return undefined
  const schema = schemaOf(body.schema, "input", schemas)
  const required = [...new Set([...((schema.required as string[]) ?? []), ...requiredByRules])]
  const content = { schema: { ...schema, ...(required.length && { required }) }, ...(example && { example }) }
  return { required: required.length > 0, content: { [body.type]: content } }
}

export const camelCase = (text: string) => text.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())

export const operationOf = (route: TaggedRoute, schemas: Json): Json => {
  const { method, path, tag, summary, query = {}, body } = route
  const { isPublic, roles, permissions, takesTokens } = accessOf(route)
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }))
  const form = path.startsWith("/scim/") ? "Scim" : ""
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: "query",
    schema: schemaOf(schema, "input", schemas),
  }))
  return {
    operationId: camelCase(`${method}${path.replace(/:(\w+)/g, "by-$1")}`),
    tags: [tag],
    summary,
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: bodyOf(route, schemas) }),
    security: [!isPublic && { bearer: roles }, takesTokens && { token: permissions }].filter(Boolean),
    ...(permissions.length && { "x-permissions": permissions }),
    responses: {
      ...successOf(route, schemas),
      ...Object.fromEntries(
        refusalsOf(route).map(status => [status, { $ref: `#/components/responses/${form}${errors[status][0]}` }]),
      ),
    },
  }
}
