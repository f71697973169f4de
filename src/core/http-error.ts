/** The one class of what goes wrong with a call (decisions §2). */
import type { FieldMessage } from "./envelope"
import type { Key } from "./i18n"

export type FailureKind = "network" | "timeout" | "aborted" | "http" | "envelope" | "format"

type Failure = {
  kind: FailureKind
  status?: number
  message?: string
  errors?: string[]
  validationErrors?: unknown[]
  fields?: FieldMessage[]
  requestId?: string
  value?: unknown
  retryAfter?: number
  version?: string
  isAnonymous?: boolean
  cause?: unknown
}

/** Every failure of a call. `message` holds the server's own words or is empty. */
export class HttpError extends Error {
  readonly kind: FailureKind
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly errors: string[]
  readonly validationErrors: unknown[]
  readonly fields: FieldMessage[]
  readonly requestId: string | undefined
  /** What came beside the failure: the current record on a 409. */
  readonly value: unknown
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined
  /** ETag of the current record on a 409. */
  readonly version: string | undefined
  /** The call was made without a session: its 401 is about what was sent. */
  readonly isAnonymous: boolean
  /** The call itself was never sent: the tokens that it needs could not be renewed. */
  isUnsent?: boolean
  /** The call's own words (S8), given by its module. */
  messageKeys?: readonly Key[]

  constructor(failure: Failure) {
    super(failure.message ?? failure.errors?.[0] ?? "", { cause: failure.cause })
    this.name = "HttpError"
    this.kind = failure.kind
    this.status = failure.status ?? 0
    this.errors = failure.errors ?? []
    this.validationErrors = failure.validationErrors ?? []
    this.fields = failure.fields ?? []
    this.requestId = failure.requestId
    this.value = failure.value
    this.retryAfter = failure.retryAfter
    this.version = failure.version
    this.isAnonymous = failure.isAnonymous ?? false
  }
}

/** Whether the server may have done what was asked although the call failed: its answer was lost or can't be read. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  !(error instanceof HttpError) || (!error.isUnsent && error.kind !== "envelope" && (error.status < 400 || error.status >= 500))
