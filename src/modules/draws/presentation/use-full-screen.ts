import { useEffect, useEffectEvent } from "react"

/** Fills the screen while mounted, where the browser allows it. @param onLeave called when the person leaves the full screen */
export const useFullScreen = (onLeave: () => void) => {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const root = document.documentElement
    root.requestFullscreen?.().catch(() => undefined)
    const onChange = () => {
      if (!document.fullscreenElement) leave()
    }
    document.addEventListener("fullscreenchange", onChange)
    return () => {
      document.removeEventListener("fullscreenchange", onChange)
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    }
  }, [])
}
