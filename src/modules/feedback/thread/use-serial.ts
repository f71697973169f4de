import { useRef } from "react"

/** Returns a function that runs a task after the ones before it have ended. Tasks do not reject. */
export const useSerial = () => {
  const last = useRef(Promise.resolve())
  return (task: () => Promise<void>) => {
    last.current = last.current.then(task)
  }
}
