/** Messages of failures, for people (docs/contract.md#from-failure-to-message). */

import type { Key, Params, Translate } from "../text/i18n"
import { HttpError } from "./http"

const keyOfKind: Partial<Record<HttpError["kind"], Key>> = {
  network: "error.network",
  timeout: "error.network",
  aborted: "error.aborted",
}

const keyOfStatus: Record<number, Key> = {
  401: "error.sessionExpired",
  403: "error.notPermitted",
  404: "error.notFound",
  413: "error.tooLarge",
  507: "error.storageFull",
}

/** A failure that the console detects itself; `key` is its message. `cause`: the failed call that it explains. */
export class KeyedError extends Error {
  declare readonly key: Key
  /** Parameters of the message; subclasses set them. */
  declare readonly params: Params | undefined
  constructor(key: Key, cause?: HttpError) {
    super(key, { cause })
    this.name = "KeyedError"
    this.key = key
  }
}

/**
 * Returns a `catch` handler that attaches the call's own message to the failure and throws it again.
 * @param keys texts that are joined by a colon
 */
export const rethrowWithMessage =
  (...keys: Key[]) =>
  (error: unknown): never => {
    if (error instanceof HttpError) error.messageKeys = keys
    throw error
  }

/**
 * Returns a `catch` handler for the read of one record, as {@link rethrowWithMessage}.
 * @param missing message of an answer that the record does not exist
 * @param failed message of other failures; without it they have none, except refusals on 200, which have no other text
 */
export const rethrowReadMessage =
  (missing: Key, failed?: Key) =>
  (error: unknown): never => {
    const isMissing = error instanceof HttpError && (error.status === 404 || (error.kind === "envelope" && !failed))
    const key = isMissing ? missing : failed
    if (key) rethrowWithMessage(key)(error)
    throw error
  }

/** Returns the call's own message, whatever the server answered; `fallback` where the call has none. */
export const failedCallMessage = (error: unknown, fallback: Key, t: Translate): string =>
  ((error instanceof HttpError && error.messageKeys) || [fallback]).map(key => t(key)).join(": ")

/**
 * Returns the message of a failure.
 * @param fallback the message where neither the call, the server nor the status determines one
 */
export const errorMessage = (error: unknown, fallback: Key, t: Translate): string => {
  if (error instanceof KeyedError) return t(error.key, error.params)
  if (!(error instanceof HttpError)) return t(fallback)
  const { kind, status } = error
  const kindKey = keyOfKind[kind]
  if (kindKey) return t(kindKey)
  if (status === 429) return error.retryAfter ? t("error.tooManySoon", { count: error.retryAfter }) : t("error.tooMany")
  if (error.isUnsent) return t("auth.refreshError")
  if (status === 400 && error.fields.length) return t(error.invalidFormatKey ?? "error.invalidFormat")
  const isRefusal = kind === "envelope" || status === 400 || status === 409 || (status === 401 && error.isAnonymous)
  if (isRefusal) return error.message || failedCallMessage(error, fallback, t)
  const statusKey = keyOfStatus[status]
  if (statusKey) return t(statusKey)
  if (status === 503 && (error.value as { isReadOnly?: unknown } | null)?.isReadOnly && error.message) return error.message
  if (status >= 500) return error.requestId ? `${t("error.generic")} (${error.requestId})` : t("error.generic")
  return failedCallMessage(error, fallback, t)
}
