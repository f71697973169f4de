import type { Context } from "hono"
import { z } from "zod"
import { provisions } from "../../auth/policy"
import { consoleUrl } from "../../config"
import { refuse } from "../../errors/problem"
import { jsonAnswer } from "../../http/compress"
import type { Env } from "../../http/context"
import { matchesETag } from "../../http/etag"
import { scimType } from "../../http/scim-error"
import { bare, json, route } from "../../routes/route"
import { id, instant, named, text, total } from "../../routes/schemas"
import { filterOf, givenOf, patchOf } from "./given"
import { createPerson, endPerson, listPeople, type Person, readPerson, writePerson } from "./people"
import { enterprise, listSchema, maxPage, providerConfigAt, resourceTypesAt, schemasAt, scimPath, userSchema } from "./schemas"

/** People from the company's directory by SCIM 2.0 (RFC 7643 and 7644; docs/contract.md#scim). */

const values = z.array(z.object({ value: text, type: text, primary: z.boolean() }))
const scimUser = named("ScimUser", {
  schemas: z.array(text),
  id,
  externalId: text.optional(),
  userName: text,
  name: z.object({ givenName: text, familyName: text, formatted: text }),
  displayName: text,
  title: text.optional(),
  active: z.boolean(),
  emails: values,
  phoneNumbers: values.optional(),
  [enterprise]: z.object({ department: text }).optional(),
  meta: z.object({ resourceType: text, created: instant, lastModified: instant, version: text, location: text }),
})
const listOf = (item: z.ZodType) =>
  z.object({ schemas: z.array(text), totalResults: total, startIndex: total, itemsPerPage: total, Resources: z.array(item) })
const anything = z.looseObject({ schemas: z.array(text) })

const baseOf = (c: Context<Env>) => `${consoleUrl(c.get("deps").config) || new URL(c.req.url).origin}${scimPath}`

const versionOf = ({ row }: Person) => `W/"${row.version}"`

const present = (c: Context<Env>, person: Person): z.infer<typeof scimUser> => {
  const { row, departmentName } = person
  const { firstName, lastName, email, externalId, phoneNumber, jobTitle } = row
  const formatted = `${firstName} ${lastName}`.trim()
  const value = (value: string) => [{ value, type: "work", primary: true }]
  return {
    schemas: [userSchema, ...(departmentName ? [enterprise] : [])],
    id: row.id,
    ...(externalId && { externalId }),
    userName: email,
    name: { givenName: firstName, familyName: lastName, formatted },
    displayName: formatted,
    ...(jobTitle && { title: jobTitle }),
    active: row.status === 1,
    emails: value(email),
    ...(phoneNumber && { phoneNumbers: value(phoneNumber) }),
    ...(departmentName && { [enterprise]: { department: departmentName } }),
    meta: {
      resourceType: "User",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      version: versionOf(person),
      location: `${baseOf(c)}/Users/${row.id}`,
    },
  }
}

const send = (c: Context<Env>, value: object, status: 200 | 201 = 200) => jsonAnswer(c, JSON.stringify(value), status, scimType)

const sendPerson = (c: Context<Env>, person: Person, status?: 201) => {
  const value = present(c, person)
  c.header("ETag", value.meta.version)
  c.header("Location", value.meta.location)
  if (c.req.method === "GET" && matchesETag(c.req.header("If-None-Match"), value.meta.version)) return c.body(null, 304)
  return send(c, value, status)
}

const sendList = (c: Context<Env>, Resources: object[], totalResults = Resources.length, startIndex = 1) =>
  send(c, { schemas: [listSchema], totalResults, startIndex, itemsPerPage: Resources.length, Resources })

/** A whole number of the query: one below `min` is `min`, an unreadable one the default. */
const numberOf = (given: string | undefined, min: number, fallback: number) =>
  given !== undefined && /^-?\d{1,9}$/.test(given) ? Math.max(min, Number(given)) : fallback

const answer = bare(scimType, scimUser)
const path = "/scim/v2/Users/:id"
const example = {
  schemas: [userSchema, enterprise],
  userName: "ece.koc4@yesilova.example",
  name: { givenName: "Ece", familyName: "Koç" },
  active: true,
  [enterprise]: { department: "Araştırma" },
}
const body = json(z.looseObject({}))

/** A part of the discovery: a list, and one of it by its id. */
const discovered = (name: string, read: (base: string) => { id: string }[]) => [
  route.get(`/scim/v2/${name}`, provisions, {
    summary: `${name} of SCIM`,
    answer: bare(scimType, listOf(anything)),
    handler: async ({ c }) => sendList(c, read(baseOf(c))),
  }),
  route.get(`/scim/v2/${name}/:id`, provisions, {
    summary: `One of the ${name} of SCIM`,
    answer: bare(scimType, anything),
    handler: async ({ c }) => send(c, read(baseOf(c)).find(({ id }) => id === c.req.param("id")) ?? refuse({ kind: "missing" })),
  }),
]

export const scim = [
  route.get("/scim/v2/Users", provisions, {
    summary: "People of the company, for its directory",
    query: {
      filter: text.meta({ description: "`userName eq`, `externalId eq` and `id eq`, joined by `and`." }),
      startIndex: total.meta({ description: "From 1." }),
      count: total.meta({ description: `At most ${maxPage}.` }),
    },
    answer: bare(scimType, listOf(scimUser)),
    errors: [400],
    handler: async ({ c, query }) => {
      const startIndex = numberOf(query.startIndex, 1, 1)
      const count = Math.min(maxPage, numberOf(query.count, 0, maxPage))
      const { rows, total } = await listPeople(c, filterOf(query.filter ?? ""), { offset: startIndex - 1, count })
      return sendList(
        c,
        rows.map(person => present(c, person)),
        total,
        startIndex,
      )
    },
  }),
  route.post("/scim/v2/Users", provisions, {
    summary: "Create a person from the directory",
    body,
    example,
    answer: bare(scimType, scimUser, 201),
    handler: async ({ c, body }) => {
      const id = await createPerson(c, givenOf(await body()))
      return sendPerson(c, await readPerson(c, id), 201)
    },
  }),
  route.get(path, provisions, {
    summary: "One person, for the directory",
    answer,
    handler: async ({ c, params }) => sendPerson(c, await readPerson(c, params.id)),
  }),
  route.put(path, provisions, {
    summary: "Replace a person of the directory",
    body,
    example,
    answer,
    errors: [412],
    handler: async ({ c, params, body }) => {
      const found = await readPerson(c, params.id)
      await writePerson(c, found, { email: "", firstName: "", lastName: "", ...givenOf(await body()) }, true)
      return sendPerson(c, await readPerson(c, params.id))
    },
  }),
  route.patch(path, provisions, {
    summary: "Change a person of the directory",
    body,
    example: {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "replace", path: "name.givenName", value: "Ece Nur" }],
    },
    answer,
    errors: [412],
    handler: async ({ c, params, body }) => {
      const found = await readPerson(c, params.id)
      await writePerson(c, found, patchOf(await body()), false)
      return sendPerson(c, await readPerson(c, params.id))
    },
  }),
  route.delete(path, provisions, {
    summary: "End the employment of a person of the directory, who becomes inactive",
    errors: [412],
    handler: async ({ c, params }) => {
      await endPerson(c, await readPerson(c, params.id))
      return {}
    },
  }),
  ...discovered("Schemas", schemasAt),
  ...discovered("ResourceTypes", resourceTypesAt),
  route.get("/scim/v2/ServiceProviderConfig", provisions, {
    summary: "What is supported of SCIM",
    answer: bare(scimType, anything),
    handler: async ({ c }) => send(c, providerConfigAt(baseOf(c))),
  }),
]
