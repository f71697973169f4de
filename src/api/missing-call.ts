import { HttpError } from "../core/http/http-error"
import type { Key } from "../core/text/i18n"
import type { Feature } from "../state/features"

/**
 * Returns a `catch` handler for a call of a feature that the server may lack: it answers 405 then, or 404 although the record exists
 * (docs/contract.md#missing-calls). The feature counts as missing from then on.
 * @param read reads the record that the path of the call names, and fails if there is none
 * @throws NotOffered
 */
export const ifMissing =
  (feature: Feature, read?: () => Promise<unknown>, message: Key = "error.notOffered") =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof HttpError && (error.status === 404 || error.status === 405))) throw error
    if (error.status === 404) await read?.()
    const tolerant = await import("./tolerant").catch(() => undefined)
    throw tolerant?.missingCall(feature, message) ?? error
  }
