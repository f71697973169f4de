import { useEffect, useState } from "react"

/** Returns the value that `value` had when it last stayed the same for `delayMs`; values are compared by reference. */
export const useDebounced = <T>(value: T, delayMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
