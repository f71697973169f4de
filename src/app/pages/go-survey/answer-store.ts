import { hex, utf8 } from "../../../core/hashing/hashing"
import { webHashing } from "../../../core/hashing/web-hashing"
import { isRecord } from "../../../core/is-record"
import { localStore } from "../../../core/storage"
import type { Answers } from "../../../modules/surveys/answer-fields/answer-fields"

/** Answers that were not sent yet, in browser storage (docs/contract.md#browser-storage). */

/** `at`: epoch ms of the last change. `isUncertain`: they were sent, and no answer came. */
type StoredAnswers = { at: number; answers: Answers; isUncertain: boolean }

const prefix = "surveyAnswers:"
const ttlMs = 2_592_000_000

const isStoredAnswers = (value: unknown): value is StoredAnswers =>
  isRecord(value) && typeof value.at === "number" && typeof value.isUncertain === "boolean" && isRecord(value.answers)

const removeExpired = (now: number) => {
  for (const key of localStore.keys()) {
    if (!key.startsWith(prefix)) continue
    const stored = localStore.getJson(key, isStoredAnswers)
    if (!stored || now - stored.at >= ttlMs) localStore.remove(key)
  }
}

export type AnswerStore = {
  read: () => StoredAnswers | undefined
  /** @returns false when they live in memory only */
  write: (stored: StoredAnswers) => boolean
  remove: () => void
}

/**
 * Opens the answers of a token. The key is a hash of it: the token itself is not stored. In memory only where the browser has
 * no `crypto.subtle` (docs/console.md#plain-http). Expired answers of all tokens are removed.
 */
export const openAnswerStore = async (token: string): Promise<AnswerStore> => {
  removeExpired(Date.now())
  if (typeof globalThis.crypto?.subtle !== "object") {
    let inMemory: StoredAnswers | undefined
    return {
      read: () => inMemory,
      write: stored => {
        inMemory = stored
        return false
      },
      remove: () => {
        inMemory = undefined
      },
    }
  }
  const [digest = new Uint8Array()] = await webHashing.sha256([utf8(token)])
  const key = prefix + hex(digest)
  return {
    read: () => localStore.getJson(key, isStoredAnswers),
    write: stored => localStore.set(key, JSON.stringify(stored)),
    remove: () => localStore.remove(key),
  }
}
