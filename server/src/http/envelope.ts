import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { Problem } from "../errors/problem"
import type { Env } from "./context"
import { say, sayMessage } from "./messages"

/** The only place that shapes an answer (S3, decisions §2). */
type Envelope = {
  value: unknown
  isSuccess: boolean
  errors: string[]
  validationErrors: { propertyName: string; errorMessage: string }[]
  status: number
  successMessage: string | null
}

/** The envelope's own status numbers (decisions §2). */
const codes = { success: 0, invalid: 2, unauthorised: 3, forbidden: 4, missing: 5, conflict: 6, tooMany: 7, error: 8 } as const

type Extras = { etag?: string | number; undoToken?: string }

const decorate = (c: Context<Env>, { etag, undoToken }: Extras) => {
  if (etag !== undefined) c.header("ETag", `"${etag}"`)
  if (undoToken !== undefined) c.header("Undo-Token", undoToken)
}

export const ok = (c: Context<Env>, value: unknown, extras: Extras = {}) => {
  decorate(c, extras)
  const body: Envelope = { value, isSuccess: true, errors: [], validationErrors: [], status: codes.success, successMessage: null }
  return c.json(body, 200)
}

/** S7: a campaign update answers 204. */
export const done = (c: Context<Env>, extras: Extras = {}) => {
  decorate(c, extras)
  return c.body(null, 204)
}

type Shape = {
  http: ContentfulStatusCode
  status: number
  error: string
  value?: unknown
  validationErrors?: Envelope["validationErrors"]
}

const shapeOf = (c: Context<Env>, problem: Problem): Shape => {
  const language = c.get("language")
  switch (problem.kind) {
    case "invalid":
      return {
        http: 400,
        status: codes.invalid,
        error: say(language, "error.invalidFormat"),
        validationErrors: problem.fields.map(({ field, message }) => ({
          propertyName: field,
          errorMessage: sayMessage(language, message),
        })),
      }
    case "malformed":
      return { http: 400, status: codes.invalid, error: say(language, problem.key) }
    case "unauthorised":
      return { http: 401, status: codes.unauthorised, error: say(language, problem.key ?? "error.sessionExpired") }
    case "denied":
      return { http: 403, status: codes.forbidden, error: say(language, "error.notPermitted") }
    case "missing":
      return { http: 404, status: codes.missing, error: say(language, "error.notFound") }
    case "conflict":
      if (problem.version !== undefined) c.header("ETag", `"${problem.version}"`)
      return { http: 409, status: codes.conflict, error: say(language, problem.key), value: problem.current }
    case "tooLarge":
      return { http: 413, status: codes.invalid, error: say(language, "error.tooLarge") }
    case "wrongType":
      return { http: 415, status: codes.invalid, error: say(language, problem.key) }
    case "tooMany":
      c.header("Retry-After", String(problem.seconds))
      return { http: 429, status: codes.tooMany, error: say(language, "error.tooMany") }
    case "unavailable":
      c.header("Retry-After", "5")
      return { http: 503, status: codes.error, error: say(language, problem.key) }
    case "full":
      return { http: 507, status: codes.error, error: say(language, "error.storageFull") }
  }
}

export const problemAnswer = (c: Context<Env>, problem: Problem) => {
  const { http, status, error, value, validationErrors } = shapeOf(c, problem)
  const body: Envelope = {
    value: value ?? null,
    isSuccess: false,
    errors: [error],
    validationErrors: validationErrors ?? [],
    status,
    successMessage: null,
  }
  return c.json(body, http)
}

export const failed = (c: Context<Env>) => {
  const body: Envelope = {
    value: null,
    isSuccess: false,
    errors: [say(c.get("language"), "error.generic")],
    validationErrors: [],
    status: codes.error,
    successMessage: null,
  }
  return c.json(body, 500)
}
