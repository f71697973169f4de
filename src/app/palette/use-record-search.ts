import { useCallback, useEffect, useRef, useState } from "react"
import type { Module } from "../../contract/modules"
import { pool } from "../../core/concurrency/pool"
import type { Page } from "../../core/http/pages"
import { maxParallelCalls } from "../../ui/lists/bulk-action"
import type { FoundRecord } from "../../ui/pages/record/record-source"
import { loadRecords, type RecordChunkName } from "../screens/chunks"

const debounceMs = 250

/** Shortest text for which records are searched. */
const minLength = 2

type Search = {
  text: string
  pages: Partial<Record<Module, Page<FoundRecord>>>
  failed: readonly Module[]
  isBusy: boolean
}

const noSearch: Search = { text: "", pages: {}, failed: [], isBusy: false }

/**
 * Searches records of several modules by the calls of their lists, at most {@link maxParallelCalls} at once. Typing on cancels
 * the calls of the earlier text; what they found stays until the answers to the new text come.
 */
export const useRecordSearch = (modules: readonly RecordChunkName[]) => {
  const [found, setFound] = useState(noSearch)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const control = useRef<AbortController>(undefined)

  const abort = useCallback(() => {
    clearTimeout(timer.current)
    control.current?.abort()
  }, [])
  // When the palette is closed.
  useEffect(() => abort, [abort])

  const send = async (text: string) => {
    const own = new AbortController()
    control.current = own
    const change = (of: (search: Search) => Partial<Search>) =>
      own.signal.aborted || setFound(search => ({ ...search, text, ...of(search) }))
    const find = async (module: RecordChunkName) => (await loadRecords(module)).prefetch.source.find(text, own.signal)
    const searchModule = (module: RecordChunkName) =>
      find(module).then(
        page => change(({ pages }) => ({ pages: { ...pages, [module]: page } })),
        () => change(({ pages, failed }) => ({ pages: { ...pages, [module]: undefined }, failed: [...failed, module] })),
      )
    await pool(modules, maxParallelCalls, searchModule, own)
    change(() => ({ isBusy: false }))
  }

  /** Searches for a text once typing pauses, or at once. */
  const start = (typed: string, delayMs = debounceMs) => {
    abort()
    const text = typed.trim()
    if (text.length < minLength) return setFound(noSearch)
    setFound(search => ({ ...search, failed: [], isBusy: true }))
    timer.current = setTimeout(send, delayMs, text)
  }
  return { ...found, start }
}
