import { useEffect, useState } from "react"

/** The present moment, epoch ms, renewed every minute, or every `step` ms. */
export const useNow = (step = 60_000) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), step)
    return () => clearInterval(timer)
  }, [step])
  return now
}
