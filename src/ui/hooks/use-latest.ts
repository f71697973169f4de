import { useInsertionEffect, useRef } from "react"

/**
 * Returns a ref that holds the value of the latest committed render, for functions that run after the render: event handlers and
 * answers of calls. It is set before layout effects run, and not by a render that React gives up.
 */
export const useLatest = <T>(value: T) => {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  }, [value])
  return latest
}
