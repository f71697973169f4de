import { useEffect, useState } from "react"

/** Returns the current time (epoch ms), updated every `intervalMs`. */
export const useNow = (intervalMs = 60_000) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    // Of a list that was kept while another page was shown.
    setNow(before => (Date.now() - before < intervalMs ? before : Date.now()))
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
