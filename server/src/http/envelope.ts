import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { type Envelope, envelopeStatuses as statuses } from "../../../src/contract/envelope"
import type { Key } from "../../../src/core/text/i18n"
import type { Problem } from "../errors/problem"
import { jsonAnswer } from "./compress"
import type { Env } from "./context"
import { translate, translateMessage } from "./messages"
import { isScim, scimError, scimType } from "./scim-error"

/** Every answer with an envelope is made here (docs/contract.md#envelope). */

/**
 * Headers of a record's answer: its version as ETag, and the token that undoes the change. `isProposed`: the change waits for approval,
 * and is answered with 202.
 */
export type Extras = { etag?: string | number; undoToken?: string | undefined; isProposed?: boolean }

const setHeaders = (c: Context<Env>, { etag, undoToken }: Extras) => {
  if (etag !== undefined) c.header("ETag", `"${etag}"`)
  if (undoToken !== undefined) c.header("Undo-Token", undoToken)
}

/** The envelope of a success, as text. */
const successBody = (value: unknown): string => {
  const body: Envelope = {
    value,
    isSuccess: true,
    errors: [],
    validationErrors: [],
    status: statuses.success,
    successMessage: null,
  }
  return JSON.stringify(body)
}

export const ok = (c: Context<Env>, value: unknown, extras: Extras = {}) => {
  setHeaders(c, extras)
  return jsonAnswer(c, successBody(value), extras.isProposed ? 202 : 200)
}

/** As `successBody`, around a value that is JSON already. */
export const successText = (value: string): string => successBody(null).replace('"value":null', () => `"value":${value}`)

/** 204 without an envelope: the answer of a campaign's update (docs/contract.md#campaign-calls). */
export const noContent = (c: Context<Env>, extras: Extras = {}) => {
  setHeaders(c, extras)
  return c.body(null, extras.isProposed ? 202 : 204)
}

type Failure = { http: ContentfulStatusCode; status: number; key: Key; headers?: Record<string, string> }

/** Seconds after which a call that met a temporary problem may be repeated. */
const retryAfter = 5

const failureOf = (problem: Problem): Failure => {
  switch (problem.kind) {
    case "invalid":
      return { http: 400, status: statuses.invalid, key: "error.invalidFormat" }
    case "malformed":
      return { http: 400, status: statuses.invalid, key: problem.key }
    case "unauthorised":
      return {
        http: 401,
        status: statuses.unauthorised,
        key: problem.key ?? "error.sessionExpired",
        headers: { "WWW-Authenticate": "Bearer" },
      }
    case "denied":
      return { http: 403, status: statuses.forbidden, key: problem.key ?? "error.notPermitted" }
    case "moduleOff":
      return { http: 403, status: statuses.forbidden, key: "shell.moduleOff" }
    case "missing":
      return { http: 404, status: statuses.notFound, key: "error.notFound" }
    case "conflict": {
      const headers: Record<string, string> = problem.version === undefined ? {} : { ETag: `"${problem.version}"` }
      return { http: 409, status: statuses.conflict, key: problem.key, headers }
    }
    case "slow":
      return { http: 408, status: statuses.error, key: "error.tooSlow", headers: { Connection: "close" } }
    case "tooLarge":
      return { http: 413, status: statuses.invalid, key: "error.tooLarge" }
    case "wrongType":
      return { http: 415, status: statuses.invalid, key: problem.key }
    case "tooMany": {
      const headers = { "Retry-After": String(problem.seconds) }
      return { http: 429, status: statuses.tooManyRequests, key: "error.tooMany", headers }
    }
    case "unavailable":
      return { http: 503, status: statuses.error, key: problem.key, headers: { "Retry-After": String(retryAfter) } }
    case "readOnly":
      return { http: 503, status: statuses.error, key: "api.readOnly", headers: { "Retry-After": String(problem.seconds) } }
    case "full":
      return { http: 507, status: statuses.error, key: "error.storageFull" }
  }
}

const answer = (
  c: Context<Env>,
  { http, status, key, headers = {} }: Failure,
  details: Partial<Envelope> = {},
  problem?: Problem,
) => {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (isScim(c)) {
    const refused = scimError(c, problem, http, key)
    return jsonAnswer(c, refused.body, refused.status, scimType)
  }
  const body: Envelope = {
    value: null,
    isSuccess: false,
    errors: [translate(c.get("language"), key)],
    validationErrors: [],
    status,
    successMessage: null,
    ...details,
  }
  return jsonAnswer(c, JSON.stringify(body), http)
}

/** Fields that a refusal names at most, and characters of the name of one, of which a part may come from the body. */
const maxFields = 100
const maxFieldName = 100

const refusalOf = (problem: Problem): Env["Variables"]["refusal"] => {
  if (problem.kind === "unavailable") return problem.cause
  if (problem.kind === "readOnly") return "maintenance"
  return problem.kind === "full" ? "disk" : problem.kind === "tooMany" ? "limit" : undefined
}

/** The answer to a refused call, in the caller's language. */
export const problemAnswer = (c: Context<Env>, problem: Problem) => {
  c.set("refusal", refusalOf(problem))
  const failure = failureOf(problem)
  if (problem.kind === "moduleOff")
    return answer(c, failure, {
      errors: [failure.key, "shell.moduleOffText" as const].map(key => translate(c.get("language"), key)),
    })
  if (problem.kind === "readOnly") {
    const text = `${translate(c.get("language"), failure.key)} ${problem.text}`
    return answer(c, failure, { value: { isReadOnly: true }, errors: [text] })
  }
  if (problem.kind === "unauthorised" && problem.value) return answer(c, failure, { value: problem.value })
  if (problem.kind === "conflict") return answer(c, failure, { value: problem.current ?? null })
  if (problem.kind !== "invalid") return answer(c, failure)
  const validationErrors = problem.fields.slice(0, maxFields).map(({ field, message }) => ({
    propertyName: field.slice(0, maxFieldName),
    errorMessage: translateMessage(c.get("language"), message),
  }))
  return answer(c, failure, { validationErrors }, problem)
}

/** The answer to an unexpected error. */
export const errorAnswer = (c: Context<Env>) => answer(c, { http: 500, status: statuses.error, key: "error.generic" })
