import { useEffect, useState } from "react"

/** True once something has gone on for `ms` without an end. */
export const useLate = (isGoing: boolean, ms = 8_000) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isGoing, ms])
  return isLate && isGoing
}
