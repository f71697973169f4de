import { http } from "../../api/http"
import { readLimitedText } from "../../core/text/limited-text"

/** Longest answer that is read, bytes. */
export const maxAnswerBytes = 2_000_000

/**
 * Sends a chat completion through the API, with the session's bearer (docs/contract.md#ai-call). The caller limits the time.
 * @param path below `apiBaseUrl`; @returns the service's own answer; @throws HttpError
 */
export const postCompletion = async (path: string, body: object, signal: AbortSignal): Promise<unknown> => {
  const readBody = (response: Response) => readLimitedText(response, maxAnswerBytes)
  return (await http.post(path, body, { signal, timeoutMs: 0, readBody })).value
}
