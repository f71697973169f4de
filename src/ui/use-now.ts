import { useEffect, useState } from "react"

/** The present moment, epoch ms, renewed every minute: for what depends on the time but not on the second. */
export const useNow = () => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
