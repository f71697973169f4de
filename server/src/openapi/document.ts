import { z } from "zod"
import { envelopeStatuses } from "../../../src/contract/envelope"
import { recordOfKind, webhookEvents, webhookKinds } from "../../../src/contract/webhooks"
import { cachedJson } from "../http/cached-answer"
import { scimFailure, scimType } from "../http/scim-error"
import { kindNamed } from "../kinds"
import { prefix } from "../prefix"
import { release } from "../release"
import { bare, route, type TaggedRoute } from "../routes/route"
import { id, instant, named } from "../routes/schemas"
import { camelCase, errors, type Json, operationOf, schemaOf, schemasAt } from "./operation"

/** The OpenAPI 3.1 document of the routes (docs/contract.md). */

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

type Form = { start: string; type: string; schema: string }
const forms: Form[] = [
  { start: "", type: "application/json", schema: "Failure" },
  { start: "Scim", type: scimType, schema: "ScimError" },
]

const failure = (
  [name, description]: (typeof errors)[keyof typeof errors],
  status: string,
  { start, type, schema }: Form,
): [string, Json] => [
  `${start}${name}`,
  {
    description,
    content: { [type]: { schema: { $ref: `${schemasAt}${schema}` } } },
    ...((status === "429" || status === "503") && {
      headers: { "Retry-After": { description: "Seconds", schema: { type: "integer" } } },
    }),
  },
]

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

export const openApi = (routes: readonly TaggedRoute[]): Json => {
  const schemas: Json = { Success: envelope({}, true), Failure: envelope({}, false) }
  schemas.ScimError = schemaOf(scimFailure, "output", schemas)
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const at = route.path.replace(/:(\w+)/g, "{$1}")
    paths[at] = { ...paths[at], [route.method]: operationOf(route, schemas) }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Campaign console API", version: release, license: { name: "Proprietary" } },
    servers: [{ url: prefix }],
    paths,
    webhooks: Object.fromEntries(Object.entries(webhookValues).map(([type, value]) => [type, webhookOf(type, value, schemas)])),
    components: {
      schemas,
      responses: Object.fromEntries(
        forms.flatMap(form => Object.entries(errors).map(([status, error]) => failure(error, status, form))),
      ),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        token: { type: "http", scheme: "bearer", description: "An access token of a program, by its scopes." },
      },
    },
  }
}

/** The call that answers with the document. @param routes all calls, this one included */
export const documentRoute = (routes: () => readonly TaggedRoute[]) => {
  const answer = cachedJson(() => openApi(routes()))
  return route.get("/openapi.json", "everybody", {
    summary: "This document",
    isProbe: true,
    answer: bare("application/json", z.looseObject({ openapi: z.string() })),
    handler: async ({ c }) => answer(c),
  })
}
