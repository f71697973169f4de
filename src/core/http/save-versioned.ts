import type { HttpError } from "./http"
import { isConflict } from "./http-error"

type Options<S, A> = {
  /** The record as the person has seen it, with its version. */
  seen: S
  /** Makes the change of what is stored, and sends it against its version. May throw where the change contradicts what is stored. */
  send: (current: S) => Promise<A>
  /** What is stored by now, of the error that is a conflict. */
  currentOf: (conflict: HttpError) => S
  attempts?: number
}

/** Sends a change; where somebody else was first, it is made of the newer version and sent again (docs/contract.md#record-versions). */
export const saveVersioned = async <S, A>({ seen, send, currentOf, attempts = 4 }: Options<S, A>): Promise<A> => {
  try {
    return await send(seen)
  } catch (error) {
    if (!isConflict(error) || attempts <= 1) throw error
    return saveVersioned({ seen: currentOf(error), send, currentOf, attempts: attempts - 1 })
  }
}
