/** A question with two answers, or three. `title` names the object, `text` the consequence. */
type ConfirmationRequest = {
  title: string
  text?: string
  confirmLabel: string
  cancelLabel?: string
  tone?: "danger"
  /** Another way to confirm: what it does first, such as discarding what confirming would keep. */
  other?: { label: string; run: () => void }
  /** A text that has to be typed before the question can be confirmed, such as the name of the object. */
  typed?: string
  /** A text that may be written with the answer. */
  note?: { label: string; maxLength: number; set: (text: string) => void }
}

export type PendingConfirmation = ConfirmationRequest & { id: number; answer: (isConfirmed: boolean) => void }

/** Creates the state of the confirmation dialog, which shows one question at a time. */
export const createConfirmation = () => {
  let pending: PendingConfirmation | undefined
  let count = 0
  const listeners = new Set<() => void>()
  const setPending = (next: PendingConfirmation | undefined) => {
    pending = next
    for (const listener of listeners) listener()
  }
  return {
    /** Asks for confirmation. A request that is already open is answered with false. */
    ask: (request: ConfirmationRequest): Promise<boolean> => {
      pending?.answer(false)
      return new Promise(resolve => {
        setPending({
          ...request,
          id: ++count,
          answer: isConfirmed => {
            setPending(undefined)
            resolve(isConfirmed)
          },
        })
      })
    },
    pending: () => pending,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
