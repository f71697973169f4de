import { useCallback, useEffect, useRef, useState } from "react"
import { search } from "../../core/fold"
import type { Option } from "../../core/options"

/** Where a choice's options come from: given at once, or asked for by what is typed. */
export type Source = {
  options?: readonly Option[]
  /** The given options are still on their way. */
  isLoading?: boolean
  /** Asks for the options that fit; `signal` ends an ask that typing has overtaken. */
  loadOptions?: (query: string, signal: AbortSignal) => Promise<readonly Option[]>
}

type Asked = { options: readonly Option[]; isBusy: boolean; error?: unknown }

/** Typing waits this long before it asks, ms. */
const pause = 250

/** The options that fit a text. `ask` is called by what the person does; an overtaken answer is dropped. */
export const useOptions = ({ options = [], isLoading = false, loadOptions }: Source, text: string) => {
  const [asked, setAsked] = useState<Asked>({ options: [], isBusy: false })
  const control = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    control.current?.abort()
  }, [])
  useEffect(() => stop, [stop])

  const load = async (query: string) => {
    const own = new AbortController()
    control.current = own
    try {
      const found = await loadOptions?.(query, own.signal)
      if (!own.signal.aborted) setAsked({ options: found ?? [], isBusy: false })
    } catch (error) {
      if (!own.signal.aborted) setAsked({ options: [], isBusy: false, error })
    }
  }
  const ask = (query: string, isTyped = false) => {
    if (!loadOptions) return
    stop()
    setAsked(({ options }) => ({ options, isBusy: true }))
    if (isTyped) timer.current = setTimeout(load, pause, query.trim())
    else load(query.trim())
  }

  if (!loadOptions) return { found: search(options, text, ({ label }) => label), known: options, isBusy: isLoading, ask, stop }
  // While the answer is on its way, what is known and fits stays in place.
  const found = asked.isBusy ? search(asked.options, text, ({ label }) => label) : asked.options
  return { found, known: asked.options, isBusy: asked.isBusy, error: asked.error, ask, stop }
}
