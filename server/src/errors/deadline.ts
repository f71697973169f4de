/** The work took longer than it may. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded"
}

/**
 * Ends work after a time, or as soon as another signal aborts. The timer and the listener hold the controller: a signal of
 * `AbortSignal.any` or of a request is lost when the garbage collector takes the object that follows it. The returned
 * promise settles then even if the work ignores its signal.
 * @param work gets the signal that aborts at the end. @throws DeadlineExceeded, or the reason of the other signal
 */
export const withDeadline = <T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>, stop?: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const controller = new AbortController()
    const end = (reason: unknown) => {
      controller.abort(reason)
      reject(reason)
    }
    const onStop = () => end(stop?.reason)
    const timer = setTimeout(() => end(new DeadlineExceeded(`It took more than ${timeoutMs} ms.`)), timeoutMs)
    stop?.addEventListener("abort", onStop)
    if (stop?.aborted) onStop()
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        stop?.removeEventListener("abort", onStop)
      })
  })
