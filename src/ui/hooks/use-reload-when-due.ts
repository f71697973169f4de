import { useEffect, useEffectEvent } from "react"

/** Longest delay of a timer in browsers; a longer one ends at once. */
const maxDelayMs = 2 ** 31 - 1
/** When data is read again after a time has come: the second read is for browsers whose clock is ahead of the server's. */
const waitsMs = [1_000, 61_000]

const isInstant = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)

/** Reads data again after each instant that its records name, since their status may follow from it. @param data records, or one */
export const useReloadWhenDue = (data: object | undefined, reload: () => void) => {
  const onDue = useEffectEvent(reload)
  useEffect(() => {
    const instants = [data ?? []].flat().flatMap(Object.values).filter(isInstant)
    const dues = instants.flatMap(instant => waitsMs.map(wait => Date.parse(instant) + wait))
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      const now = Date.now()
      const next = Math.min(...dues.filter(due => due > now))
      if (next === Number.POSITIVE_INFINITY) return
      const fire = () => {
        if (Date.now() >= next) onDue()
        schedule()
      }
      timer = setTimeout(fire, Math.min(next - now, maxDelayMs))
    }
    schedule()
    return () => clearTimeout(timer)
  }, [data])
}
