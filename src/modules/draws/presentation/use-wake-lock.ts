import { useEffect } from "react"

/** Keeps the screen on while mounted, where the browser can; the lock is asked for again when the page is shown again. */
export const useWakeLock = () => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const request = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
      lock = await navigator.wakeLock.request("screen").catch(() => undefined)
      if (isOver) lock?.release()
    }
    request()
    document.addEventListener("visibilitychange", request)
    return () => {
      isOver = true
      document.removeEventListener("visibilitychange", request)
      lock?.release()
    }
  }, [])
}
