import { hex, utf8 } from "../../../core/hashing/hashing"
import { webHashing } from "../../../core/hashing/web-hashing"
import { isRecord } from "../../../core/is-record"
import { localStore } from "../../../core/storage"
import type { Answers } from "../../../modules/surveys/answer-fields/answer-fields"

/** Answers that were not sent yet, in browser storage (docs/contract.md#browser-storage). */

/** `at`: epoch ms of the last change. `isUncertain`: they were sent, and no answer came. */
export type Kept = { at: number; answers: Answers; isUncertain: boolean }

const prefix = "surveyAnswers:"
const ttlMs = 2_592_000_000

const isKept = (value: unknown): value is Kept =>
  isRecord(value) && typeof value.at === "number" && typeof value.isUncertain === "boolean" && isRecord(value.answers)

const removeExpired = (now: number) => {
  for (const key of localStore.keys()) {
    if (!key.startsWith(prefix)) continue
    const kept = localStore.getJson(key, isKept)
    if (!kept || now - kept.at >= ttlMs) localStore.remove(key)
  }
}

export type AnswerStore = {
  read: () => Kept | undefined
  /** @returns false when they live in memory only */
  write: (kept: Kept) => boolean
  remove: () => void
}

/**
 * Opens the answers of a token. The key is a hash of it: the token itself is not stored. In memory only where the browser has
 * no `crypto.subtle` (docs/console.md#plain-http). Expired answers of all tokens are removed.
 */
export const openAnswerStore = async (token: string): Promise<AnswerStore> => {
  removeExpired(Date.now())
  if (typeof globalThis.crypto?.subtle !== "object") {
    let held: Kept | undefined
    return {
      read: () => held,
      write: kept => {
        held = kept
        return false
      },
      remove: () => {
        held = undefined
      },
    }
  }
  const [digest = new Uint8Array()] = await webHashing.sha256([utf8(token)])
  const key = prefix + hex(digest)
  return {
    read: () => localStore.getJson(key, isKept),
    write: kept => localStore.set(key, JSON.stringify(kept)),
    remove: () => localStore.remove(key),
  }
}
