import type { Key } from "../text/i18n"
import type { FieldMessage } from "./answer"

/** Kinds of failure (docs/contract.md#tolerance). `aborted`: cancelled by the person. */
export type FailureKind = "network" | "timeout" | "aborted" | "http" | "envelope" | "format"

type Failure = {
  kind: FailureKind
  status?: number
  message?: string
  fields?: FieldMessage[]
  requestId?: string
  value?: unknown
  retryAfter?: number
  version?: string
  isAnonymous?: boolean
  cause?: unknown
}

/** A failed call. `message` is the server's text for people, or "". */
export class HttpError extends Error {
  declare readonly kind: FailureKind
  /** HTTP status; 0 without an answer. */
  declare readonly status: number
  declare readonly fields: FieldMessage[]
  declare readonly requestId: string | undefined
  /** The envelope's value; on a 409, the current record. */
  declare readonly value: unknown
  /** `Retry-After`, in seconds. */
  declare readonly retryAfter: number | undefined
  /** `ETag` of the current record on a 409. */
  declare readonly version: string | undefined
  /** Whether the call was made without a session: its 401 then concerns the request itself. */
  declare readonly isAnonymous: boolean
  /** Whether the call was not sent because its tokens could not be renewed. */
  declare isUnsent?: boolean
  /** The call's own message, set by its module; several texts are joined by a colon. */
  declare messageKeys?: readonly Key[]
  /** The call's own message above those of its fields, set by its module. */
  declare invalidFormatKey?: Key

  constructor(failure: Failure) {
    super(failure.message ?? "", { cause: failure.cause })
    this.name = "HttpError"
    this.kind = failure.kind
    this.status = failure.status ?? 0
    this.fields = failure.fields ?? []
    this.requestId = failure.requestId
    this.value = failure.value
    this.retryAfter = failure.retryAfter
    this.version = failure.version
    this.isAnonymous = failure.isAnonymous ?? false
  }
}

/** Whether the server may have carried out a failed call: it was sent, and its answer was lost, unreadable or a server error. */
export const mayHaveSucceeded = (failure: unknown): boolean => {
  const error = failure instanceof Error && failure.cause instanceof HttpError ? failure.cause : failure
  return (
    !(error instanceof HttpError) || (!error.isUnsent && error.kind !== "envelope" && (error.status < 400 || error.status >= 500))
  )
}

/** Whether an error is a version conflict with the current record (docs/contract.md#record-versions). */
export const isConflict = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.status === 409 && Boolean(error.value)
