import { useCallback, useEffect, useRef, useState } from "react"
import type { Option } from "../../core/http/options"
import { search } from "../../core/text/fold"

/** Where options come from: a complete list, or a call with the typed text. */
export type OptionSource = {
  options?: readonly Option[]
  /** Whether `options` are still being loaded. */
  isLoading?: boolean
  /** Returns the options that match a text; `signal` aborts when the text changes. */
  loadOptions?: (query: string, signal: AbortSignal) => Promise<readonly Option[]>
}

type Loaded = { options: readonly Option[]; isBusy: boolean; error?: unknown }

const debounceMs = 250

/**
 * Returns the options that match a text. `load` is called on opening and on typing (debounced); answers to earlier texts are
 * dropped.
 */
export const useOptions = ({ options = [], isLoading = false, loadOptions }: OptionSource, text: string) => {
  const [loaded, setLoaded] = useState<Loaded>({ options: [], isBusy: false })
  const control = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const abort = useCallback(() => {
    clearTimeout(timer.current)
    control.current?.abort()
  }, [])
  useEffect(() => abort, [abort])

  const send = async (query: string) => {
    const own = new AbortController()
    control.current = own
    try {
      const found = await loadOptions?.(query, own.signal)
      if (!own.signal.aborted) setLoaded({ options: found ?? [], isBusy: false })
    } catch (error) {
      if (!own.signal.aborted) setLoaded({ options: [], isBusy: false, error })
    }
  }
  const load = (query: string, isTyped = false) => {
    if (!loadOptions) return
    abort()
    setLoaded(({ options }) => ({ options, isBusy: true }))
    if (isTyped) timer.current = setTimeout(send, debounceMs, query.trim())
    else send(query.trim())
  }

  if (!loadOptions)
    return { matches: search(options, text, ({ label }) => label), known: options, isBusy: isLoading, load, abort }
  // Until the answer arrives, the matching ones of the previous options stay.
  const matches = loaded.isBusy ? search(loaded.options, text, ({ label }) => label) : loaded.options
  return { matches, known: loaded.options, isBusy: loaded.isBusy, error: loaded.error, load, abort }
}
