type Options<S, A> = {
  /** What is changed, with its version, as the person has seen it. */
  seen: S
  /** Makes the change of what is stored, and sends it against its version. May throw where the change contradicts what is stored. */
  send: (current: S) => Promise<A>
  /** What is stored by now, of the error of a version conflict; undefined for any other error. */
  currentOf: (error: unknown) => S | Promise<S> | undefined
  attempts?: number
}

/** Sends a change; where somebody else was first, it is made of the newer version and sent again (docs/contract.md#record-versions). */
export const saveVersioned = async <S, A>({ seen, send, currentOf, attempts = 4 }: Options<S, A>): Promise<A> => {
  try {
    return await send(seen)
  } catch (error) {
    const current = attempts > 1 ? currentOf(error) : undefined
    if (current === undefined) throw error
    return saveVersioned({ seen: await current, send, currentOf, attempts: attempts - 1 })
  }
}
