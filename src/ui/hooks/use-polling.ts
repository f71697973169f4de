import { useEffect, useEffectEvent } from "react"
import { subscribe } from "valtio"
import { HttpError } from "../../core/http/http-error"
import { connection } from "../../state/connection"

const shortestDelayMs = 5_000
const longestDelayMs = 60_000

/** Whether a failure will repeat itself: the record is deleted, or access to it was removed. */
const isFinal = (error: unknown) => error instanceof HttpError && [401, 403, 404, 405].includes(error.status)

/**
 * Repeats a load while the page is shown: after `firstDelayMs`, then after intervals that double from 5 s up to 60 s while `stamp`
 * stays the same.
 * A hidden page and a lost connection pause it; it loads at once when they end (docs/console.md#thread-of-feedback).
 * @param load rejects as the call; @param stamp changes with what was loaded
 */
export const usePolling = (load: () => Promise<unknown>, stamp: string, firstDelayMs = shortestDelayMs) => {
  const loadNow = useEffectEvent(load)

  // A changed stamp restarts the intervals.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let delayMs = firstDelayMs
    let isRunning = false
    let isOver = false
    const isPaused = () => isOver || document.hidden || connection.isLost

    const schedule = () => {
      clearTimeout(timer)
      if (isPaused()) return
      timer = setTimeout(run, delayMs)
      delayMs = Math.min(Math.max(delayMs * 2, shortestDelayMs), longestDelayMs)
    }
    const run = async () => {
      if (isRunning) return
      isRunning = true
      const failure = await loadNow().then(
        () => undefined,
        (error: unknown) => error,
      )
      isRunning = false
      isOver ||= isFinal(failure)
      schedule()
    }
    let wasPaused = isPaused()
    const onChange = () => {
      const isBack = wasPaused && !isPaused()
      wasPaused = isPaused()
      if (wasPaused) clearTimeout(timer)
      if (!isBack) return
      delayMs = shortestDelayMs
      run()
    }

    schedule()
    document.addEventListener("visibilitychange", onChange)
    const stop = subscribe(connection, onChange, true)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", onChange)
      stop()
    }
  }, [stamp, firstDelayMs])
}
