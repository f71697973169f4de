import type { Context } from "hono"
import { z } from "zod"
import type { Message } from "../../../src/core/rules"
import type { Key } from "../../../src/core/text/i18n"
import type { Problem } from "../errors/problem"
import type { Env } from "./context"
import { translate, translateMessage } from "./messages"

/** Refusals of calls by SCIM, in its form (RFC 7644, section 3.12; docs/contract.md#scim). */

export const scimType = "application/scim+json"

export const scimFailure = z.object({
  schemas: z.array(z.string()),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
})

/** Also of an unknown path below that of SCIM. */
export const isScim = (c: Context<Env>) => /^\/\w+\/scim\//.test(c.req.path)

const scimTypes: { [K in Key]?: string } = {
  "api.scimFilter": "invalidFilter",
  "api.scimPath": "invalidPath",
  "api.scimExternalId": "uniqueness",
  "error.invalidFormat": "invalidSyntax",
  "employee.emailTaken": "uniqueness",
  "employee.emailUnusable": "uniqueness",
}

/** The member of SCIM for a member of a person. */
const members: Record<string, string> = {
  email: "userName",
  firstName: "name.givenName",
  lastName: "name.familyName",
  phoneNumber: "phoneNumbers",
  status: "active",
}

/** @param http the status of other calls: a version that the caller has not seen is 412, an address that is taken 409 */
export const scimError = <H extends number>(c: Context<Env>, problem: Problem | undefined, http: H, key: Key) => {
  const language = c.get("language")
  const fields = problem?.kind === "invalid" ? problem.fields : []
  const ofField = (field: string, message: Message) => `${members[field] ?? field}: ${translateMessage(language, message)}`
  const detail = fields.map(({ field, message }) => ofField(field, message)).join(" ") || translate(language, key)
  const isTaken = fields.some(({ message }) => typeof message === "string" && scimTypes[message as Key] === "uniqueness")
  const type = isTaken ? "uniqueness" : fields.length ? "invalidValue" : scimTypes[key]
  const status = isTaken ? (409 as const) : key === "api.versionMismatch" ? (412 as const) : http
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"]
  const body: z.infer<typeof scimFailure> = { schemas, status: String(status), ...(type && { scimType: type }), detail }
  return { status, body: JSON.stringify(body) }
}
