/** A question that names the object and the consequence. */
export type ConfirmationRequest = { title: string; text?: string; confirmLabel: string; cancelLabel?: string; tone?: "danger" }

export type PendingConfirmation = ConfirmationRequest & { id: number; answer: (agreed: boolean) => void }

/** Asks a person one question at a time. */
export const createConfirmation = () => {
  let asked: PendingConfirmation | undefined
  let count = 0
  const listeners = new Set<() => void>()
  const show = (next: PendingConfirmation | undefined) => {
    asked = next
    for (const listener of listeners) listener()
  }
  return {
    /** A second question while one is open answers the first with no. */
    ask: (question: ConfirmationRequest): Promise<boolean> => {
      asked?.answer(false)
      return new Promise(resolve => {
        show({
          ...question,
          id: ++count,
          answer: agreed => {
            show(undefined)
            resolve(agreed)
          },
        })
      })
    },
    pending: () => asked,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
