import { useEffect, useState } from "react"

/** Returns the current time (epoch ms), updated every `intervalMs`. */
export const useNow = (intervalMs = 60_000) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
