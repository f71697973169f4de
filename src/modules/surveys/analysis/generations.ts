import { proxy, ref, useSnapshot } from "valtio"
import type { Language } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"
import { notifyFailure } from "../../../state/notifications"

/**
 * A kind of generation, of which one runs at a time; it goes on while the person moves between the screens of a survey's
 * recommendations. `running` and `of` identify what is generated; `number` counts the results, so that each starts a new form.
 */
export const createGeneration = <T extends object>() => {
  const state = proxy<{ running?: string; result?: { of: string; value: T; number: number } }>({})
  let control: AbortController | undefined
  let results = 0
  const stop = () => {
    control?.abort()
    state.running = undefined
  }
  return {
    /** The generation as a screen shows it. */
    use: () => useSnapshot(state) as { running?: string; result?: { of: string; value: T; number: number } },
    stop,
    /** Stops it and forgets its result: the person has left the screens. */
    clear: () => {
      stop()
      state.result = undefined
    },
    /** @returns whether there is a result */
    run: async (of: string, generate: (language: Language, signal: AbortSignal) => Promise<T>): Promise<boolean> => {
      stop()
      const own = new AbortController()
      control = own
      state.running = of
      try {
        const value = await generate(i18n.language(), own.signal)
        if (own.signal.aborted) return false
        state.result = { of, value: ref(value), number: ++results }
        return true
      } catch (error) {
        if (!own.signal.aborted) notifyFailure(error, "ai.failed")
        return false
      } finally {
        if (control === own) state.running = undefined
      }
    },
  }
}
