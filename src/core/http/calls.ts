/** Options that the create and update calls of every module take. */

import { isSameJson } from "../json"
import type { Answer } from "./http"
import type { Loaded } from "./pages"

/** `note`: to who decides about a change that is sent for approval (docs/contract.md#approvals). */
type Noted = { note?: string | undefined }

/** `idempotencyKey` is the same for every repetition of one create (docs/contract.md#idempotency). */
export type CreateOptions = { idempotencyKey: string; signal?: AbortSignal } & Noted

/** `version` is the ETag of the record that was edited, `received` its members as they came. */
export type UpdateOptions = { version?: string; received?: object; signal?: AbortSignal } & Noted

/**
 * Returns a function that makes the body of an update: what the person changed as the draft has it, and the rest as it came. A
 * member that was missing is left out, unless the draft took it from elsewhere (docs/contract.md#changes).
 */
export const updateBody =
  <R, D extends object>(recordOf: (raw: object) => R, draftOf: (record: R) => D, bodyOf: (draft: D) => object = draft => draft) =>
  (draft: D, received: object | undefined): Record<string, unknown> => {
    const body: Record<string, unknown> = { ...bodyOf(draft) }
    if (!received) return body
    const bodyBefore = (raw: object): Record<string, unknown> => ({ ...bodyOf(draftOf(recordOf(raw))) })
    const [before, defaults, raw] = [bodyBefore(received), bodyBefore({}), received as Record<string, unknown>]
    for (const [name, value] of Object.entries(body)) {
      if (!isSameJson(value, before[name])) continue
      if (raw[name] !== undefined) body[name] = raw[name]
      else if (isSameJson(value, defaults[name])) delete body[name]
    }
    return body
  }

/** Returns a call that changes some members of a stored record: it reads the record and writes it back against its version. */
export const patchWith =
  <R, D>(
    get: (id: string) => Promise<Loaded<R>>,
    draftOf: (record: R) => D,
    update: (id: string, draft: D, options: UpdateOptions) => Promise<Answer>,
  ) =>
  async (id: string, change: Partial<D> | ((draft: D) => Partial<D>), options: Noted = {}): Promise<Answer> => {
    const { record, version, received } = await get(id)
    const draft = draftOf(record)
    return update(id, { ...draft, ...(typeof change === "function" ? change(draft) : change) }, { version, received, ...options })
  }
