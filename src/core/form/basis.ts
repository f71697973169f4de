/**
 * A create without an answer: its idempotency key, and each body that was sent under it (docs/console.md#forms), without its
 * secrets if it was read from storage.
 */
export type PendingCreate<D> = { key: string; unanswered: Partial<D>[] }

/** What the next save is based on: the version that the person has seen, the record as it came, or an unanswered create. */
export type Basis<D> = { version?: string; received?: object; pending?: PendingCreate<D> }
