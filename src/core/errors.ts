/** What a failure says to a person: the catalogue of S8 by key, the server's own words where they are meant for people. */
import { byStatus } from "./catalogue"
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

/** @param fallback the call's own message (S8), used where neither the server nor the status says more */
export const errorMessage = (error: unknown, fallback: Key, t: Translate): string => {
  if (error instanceof KeyedError) return t(error.key)
  if (!(error instanceof HttpError)) return t(fallback)
  const { kind, status } = error
  const lost = unreachable[kind]
  if (lost) return t(lost)
  if (status === 429) return error.retryAfter ? t("error.tooManySoon", { count: error.retryAfter }) : t("error.tooMany")
  if (status === 400 && error.fields.length) return t("error.invalidFormat")
  if (kind === "envelope" || status === 400 || status === 409) return error.message || t(fallback)
  const known = byStatus[status]
  if (known) return t(known)
  if (status >= 500) return error.requestId ? `${t("error.generic")} (${error.requestId})` : t("error.generic")
  return t(fallback)
}
