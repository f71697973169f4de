import { useEffect, useState } from "react"

/** Returns true while `isActive` holds, from `delayMs` after it began. */
export const useDelayed = (isActive: boolean, delayMs: number) => {
  const [isElapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setElapsed(true), delayMs)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [isActive, delayMs])
  return isElapsed && isActive
}
