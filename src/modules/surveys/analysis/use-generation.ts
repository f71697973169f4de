import { useEffect, useRef, useState } from "react"
import type { Language } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"
import { notifyFailure } from "../../../state/notifications"

/** Runs one generation at a time, which can be stopped. `number` counts the results, so that each starts a new form. */
export const useGeneration = <T>() => {
  const [running, setRunning] = useState<string>()
  const [result, setResult] = useState<{ of: string; value: T; number: number }>()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])

  /** @param of identifies what is generated; @returns whether there is a result */
  const run = async (of: string, generate: (language: Language, signal: AbortSignal) => Promise<T>): Promise<boolean> => {
    const own = new AbortController()
    control.current?.abort()
    control.current = own
    setRunning(of)
    try {
      const value = await generate(i18n.language(), own.signal)
      if (own.signal.aborted) return false
      setResult(before => ({ of, value, number: (before?.number ?? 0) + 1 }))
      return true
    } catch (error) {
      if (!own.signal.aborted) notifyFailure(error, "ai.failed")
      return false
    } finally {
      if (control.current === own) setRunning(undefined)
    }
  }
  const stop = () => {
    control.current?.abort()
    setRunning(undefined)
  }
  return { running, result, run, stop }
}
