/** What a failure says to a person: the catalogue of S8 by key, the server's own words where they are meant for people. */
import { byStatus, general } from "./catalogue"
import { HttpError } from "./http"
import type { Key, Translate } from "./i18n"

const unreachable: Partial<Record<HttpError["kind"], Key>> = {
  network: "error.network",
  timeout: "error.network",
  aborted: "error.aborted",
}

/** A failure that the console itself finds, with its words by key. */
export class KeyedError extends Error {
  readonly key: Key
  constructor(key: Key) {
    super(key)
    this.name = "KeyedError"
    this.key = key
  }
}

/** Gives the failure of a call its own words (S8): what failed, and what is said of a refusal without words. */
export const rethrowWithMessage =
  (...words: Key[]) =>
  (error: unknown): never => {
    if (error instanceof HttpError) error.messageKeys = words
    throw error
  }

/** What failed, whatever the server says of it. */
export const failedCallMessage = (error: unknown, fallback: Key, t: Translate): string =>
  ((error instanceof HttpError && error.messageKeys) || [fallback]).map(key => t(key)).join(": ")

/** @param fallback said where the call has no words of its own (S8) and neither the server nor the status says more */
export const errorMessage = (error: unknown, fallback: Key, t: Translate): string => {
  if (error instanceof KeyedError) return t(error.key)
  if (!(error instanceof HttpError)) return t(fallback)
  const { kind, status } = error
  const lost = unreachable[kind]
  if (lost) return t(lost)
  if (status === 429) return error.retryAfter ? t("error.tooManySoon", { count: error.retryAfter }) : t("error.tooMany")
  if (error.isUnsent) return t(general.refreshError)
  if (status === 400 && error.fields.length) return t("error.invalidFormat")
  const isRefusal = kind === "envelope" || status === 400 || status === 409 || (status === 401 && error.isAnonymous)
  if (isRefusal) return error.message || failedCallMessage(error, fallback, t)
  const known = byStatus[status]
  if (known) return t(known)
  if (status >= 500) return error.requestId ? `${t("error.generic")} (${error.requestId})` : t("error.generic")
  return failedCallMessage(error, fallback, t)
}
