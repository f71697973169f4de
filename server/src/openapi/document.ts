import { z } from "zod"
import { envelopeStatuses } from "../../../src/contract/envelope"
import { recordOfKind, webhookEvents, webhookKinds } from "../../../src/contract/webhooks"
import { bearer } from "../auth/bearer"
import { kindNamed } from "../kinds"
import { id, instant, named } from "../kinds/answer-shape"
import type { Call } from "../records/call"
import { release } from "../release"
import { routes as values } from "../resources"
import { calls } from "./calls"
import { errors, type Json, operationOf as operationOfRoute, schemaOf, schemasAt } from "./operation"

/** The OpenAPI 3.1 document: paths, parameters and roles from the registered routes, bodies from the schemas that parse them. */
type Route = { method: string; path: string; handler: unknown }

type Status = keyof typeof errors

const envelope = (value: unknown, isSuccess: boolean): Json => ({
  type: "object",
  required: ["value", "isSuccess", "errors", "validationErrors", "status", "successMessage"],
  properties: {
    value,
    isSuccess: { type: "boolean", const: isSuccess },
    errors: { type: "array", items: { type: "string" }, description: "For people, in the language of Accept-Language." },
    validationErrors: {
      type: "array",
      items: {
        type: "object",
        required: ["propertyName", "errorMessage"],
        properties: { propertyName: { type: "string" }, errorMessage: { type: "string" } },
      },
    },
    status: {
      type: "integer",
      description: Object.entries(envelopeStatuses)
        .map(([name, value]) => `${value} ${name}`)
        .join(", "),
    },
    successMessage: { type: ["string", "null"] },
  },
})

const failure = ([name, description]: (typeof errors)[Status], status: string): [string, Json] => [
  name,
  {
    description,
    content: { "application/json": { schema: { $ref: `${schemasAt}Failure` } } },
    ...((status === "429" || status === "503") && {
      headers: { "Retry-After": { description: "Seconds", schema: { type: "integer" } } },
    }),
  },
]

type Guards = { session: boolean; roles: readonly string[]; permissions: readonly string[]; takesTokens: boolean }

/** What `allow`, `may` and `withFlag` require of a call (auth/policy.ts). */
type Policy = { roles?: readonly string[]; verb?: string; modules?: readonly string[]; takesTokens?: boolean }

const guardsOf = (handlers: unknown[], call: Call | undefined): Guards => ({
  session: call?.session === true || handlers.includes(bearer),
  roles: [...new Set(handlers.flatMap(handler => (handler as Policy).roles ?? []))],
  permissions: handlers.flatMap(handler => {
    const { verb, modules = [] } = handler as Policy
    return modules.map(module => `${module}.${verb}`)
  }),
  takesTokens: handlers.some(handler => (handler as Policy).takesTokens),
})

const isProbe = (path: string) => /^\/(healthz|readyz|metrics|openapi\.json)$/.test(path)

const statusesOf = (method: string, path: string, { session, roles }: Guards, call: Call | undefined): Status[] => {
  const isWrite = method !== "GET"
  const has = (statuses: Status[], when: unknown) => (when ? statuses : [])
  return [
    ...has([400], call?.body || call?.upload || path.startsWith("/Auth/")),
    ...has([401], session),
    ...has([403], roles.length || path.startsWith("/Auth/")),
    ...has([404], path.includes(":") || path === "/metrics" || (method === "PUT" && call?.body)),
    ...has([409], isWrite),
    ...has([507], isWrite || path.startsWith("/Auth/")),
    ...has([413], call?.body || call?.upload),
    ...has([408, 415], call?.body || call?.upload),
    ...has([429, 503], !isProbe(path)),
    ...has([503], path === "/healthz" || path === "/readyz"),
  ]
}

const parametersOf = (path: string, query: Call["query"], schemas: Json): Json[] => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } })),
  ...Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: "query", schema: schemaOf(schema, "input", schemas) })),
]

const bodyOf = ({ body, required: requiredByRules = [], example, upload }: Call, schemas: Json): Json | undefined => {
  if (upload) {
    const properties = {
      file: { type: "string", format: "binary", description: "PNG, JPEG, WebP or GIF, at most 5 MiB" },
      orderNo: { type: "integer", minimum: 0, maximum: 9999 },
    }
    const schema = { type: "object", required: ["file", "orderNo"], properties }
    return { required: true, content: { "multipart/form-data": { schema } } }
  }
  if (!body) return undefined
  const schema = schemaOf(body, "input", schemas)
  const required = [...new Set([...((schema.required as string[]) ?? []), ...requiredByRules])]
  return {
    required: required.length > 0,
    content: { "application/json": { schema: { ...schema, ...(required.length && { required }) }, example } },
  }
}

const successOf = ({ value, bare }: Call, schemas: Json): Json => {
  if (bare)
    return { 200: { description: "Success", content: { [bare.type]: { schema: schemaOf(bare.schema, "output", schemas) } } } }
  if (!value) return { 204: { description: "Success, without a body" } }
  // In an object, so that a named schema is referred to and not repeated.
  const { properties } = schemaOf(z.object({ value }), "output", schemas) as { properties: { value: Json } }
  return {
    200: {
      description: "Success",
      content: { "application/json": { schema: { allOf: [{ $ref: `${schemasAt}Success` }, { type: "object", properties }] } } },
    },
  }
}

const camelCase = (text: string) => text.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())

const routeAt = (method: string, path: string) =>
  values.find(route => route.method === method.toLowerCase() && route.path === path)

const operationOf = (method: string, path: string, handlers: unknown[], schemas: Json): Json => {
  const value = routeAt(method, path)
  if (value) return operationOfRoute(value, schemas)
  const call = calls[`${method} ${path}`]
  const guards = guardsOf(handlers, call)
  const statuses = statusesOf(method, path, guards, call)
  return {
    operationId: camelCase(`${method.toLowerCase()}${path.replace(/:(\w+)/g, "by-$1")}`),
    ...(call && { tags: [call.tag], summary: call.summary }),
    parameters: parametersOf(path, call?.query, schemas),
    ...(call && (call.body || call.upload) && { requestBody: bodyOf(call, schemas) }),
    security: [guards.session && { bearer: guards.roles }, guards.takesTokens && { token: guards.permissions }].filter(Boolean),
    ...(guards.permissions.length && { "x-permissions": guards.permissions }),
    responses: {
      ...(call && successOf(call, schemas)),
      ...Object.fromEntries(statuses.map(status => [status, { $ref: `#/components/responses/${errors[status][0]}` }])),
    },
  }
}

type Sent = { summary: string; value: z.ZodType }

/** What endpoints are sent, by type (docs/contract.md#webhook-events). Of a record, members that are about people are left out. */
const webhookValues: Record<string, Sent> = { ping: { summary: "Test of an endpoint", value: z.object({}) } }
for (const kind of webhookKinds) {
  const { noun, value } = kindNamed(recordOfKind(kind))
  const sent = named(`Webhook${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, value.partial().shape)
  const summaryOf = (event: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${event}`
  for (const event of webhookEvents[kind]) webhookValues[`${kind}.${event}`] = { summary: summaryOf(event), value: sent }
  webhookValues[`${kind}.deleted`] = { summary: summaryOf("deleted"), value: z.object({ id, tenantId: id.nullable() }) }
}

const webhookOf = (type: string, { summary, value }: Sent, schemas: Json): Json => {
  const body = z.object({ type: z.literal(type), timestamp: instant, data: value })
  const content = { "application/json": { schema: schemaOf(body, "output", schemas) } }
  const responses = { "2XX": { description: "Received" }, 410: { description: "Nothing is to be sent any more" } }
  return {
    post: {
      operationId: camelCase(`webhook ${type}`),
      summary,
      security: [],
      requestBody: { required: true, content },
      responses,
    },
  }
}

/** @param routes as registered, with their guards as handlers; @param prefix the path of the API */
export const openApi = (routes: readonly Route[], prefix: string): Json => {
  const schemas: Json = { Success: envelope({}, true), Failure: envelope({}, false) }
  const paths: Record<string, Json> = {}
  const documented = routes.filter(route => route.method !== "ALL")
  for (const { method, path } of documented) {
    const at = path.replace(/:(\w+)/g, "{$1}")
    const handlers = documented.filter(route => route.method === method && route.path === path).map(route => route.handler)
    paths[at] = {
      ...paths[at],
      [method.toLowerCase()]: paths[at]?.[method.toLowerCase()] ?? operationOf(method, path, handlers, schemas),
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Campaign console API", version: release, license: { name: "Proprietary" } },
    servers: [{ url: prefix }],
    paths,
    webhooks: Object.fromEntries(Object.entries(webhookValues).map(([type, value]) => [type, webhookOf(type, value, schemas)])),
    components: {
      schemas,
      responses: Object.fromEntries(Object.entries(errors).map(([status, error]) => failure(error, status))),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        token: { type: "http", scheme: "bearer", description: "An access token of a program, by its scopes." },
      },
    },
  }
}
