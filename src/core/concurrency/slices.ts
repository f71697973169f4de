/** Long work in slices, between which the page paints and answers. */

/** Length of a slice, ms. Steps between two calls must be short against it. */
const sliceMs = 12

/**
 * A message is delivered in a task of its own and, unlike a timer, without delay. `scheduler.yield` would continue before
 * timers and React's own tasks, so that progress is not drawn until the work is over.
 */
const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })

/**
 * Returns a function to await between the steps of long work: it yields to other tasks once a slice is over.
 * The function throws the signal's reason once that is aborted.
 */
export const createSlices = (signal?: AbortSignal) => {
  let end = performance.now() + sliceMs
  return async (): Promise<void> => {
    if (performance.now() > end) {
      await nextTask()
      end = performance.now() + sliceMs
    }
    signal?.throwIfAborted()
  }
}
