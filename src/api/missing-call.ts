import { KeyedError } from "../core/http/errors"
import { HttpError } from "../core/http/http-error"
import type { Key } from "../core/text/i18n"
import { config } from "../state/config"
import { type Feature, missing, NotOffered } from "../state/features"

/**
 * Returns a `catch` handler for a call of a feature that the server may lack: it answers 405 then, or 404 although the record exists
 * (docs/contract.md#missing-calls). A server without extensions lacks the feature from then on. A server with extensions has it again
 * a moment later, since a proxy or a process of the release before has answered: its failure is one like any other.
 * @param read reads the record that the path of the call names, and fails if there is none
 * @throws NotOffered where the server lacks the feature, else a KeyedError with the same message
 */
export const ifMissing =
  (feature: Feature, read?: () => Promise<unknown>, message: Key = "error.notOffered") =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof HttpError && (error.status === 404 || error.status === 405))) throw error
    if (error.status === 404) await read?.()
    if (config.extensions) throw new KeyedError(message, error)
    missing[feature] = true
    throw new NotOffered(message, error)
  }
