/** Options that the create and update calls of every module take. */
import type { Loaded } from "./envelope"
import type { Answer } from "./http"

/** `idempotencyKey` is the same for every repetition of one create (docs/contract.md#idempotency). */
export type CreateOptions = { idempotencyKey: string; signal?: AbortSignal }

/** `version` is the ETag of the record that was edited (docs/contract.md#record-versions). */
export type UpdateOptions = { version?: string; signal?: AbortSignal }

/** Returns a call that changes some members of a stored record: it reads the record and writes it back against its version. */
export const patchWith =
  <R, D>(
    get: (id: string) => Promise<Loaded<R>>,
    draftOf: (record: R) => D,
    update: (id: string, draft: D, options: UpdateOptions) => Promise<Answer>,
  ) =>
  async (id: string, change: Partial<D> | ((draft: D) => Partial<D>)): Promise<Answer> => {
    const { record, version } = await get(id)
    const draft = draftOf(record)
    return update(id, { ...draft, ...(typeof change === "function" ? change(draft) : change) }, { version })
  }
