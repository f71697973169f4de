import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from "react"
import { i18n } from "../../../state/instances"
import { useT } from "../../hooks/use-t"
import { Waiting } from "../../placeholders/waiting"
import { loadChunk } from "./chunk"
import type { ChunkLoader } from "./with-texts"

/** The link whose screen is prefetched: the record's id in its path, and its query without the `?`. */
export type PrefetchTarget = { id: string | undefined; search: string }

/** A component in a chunk of its own, with the texts that its loader names. */
export type LazyScreen<P = object> = {
  (props: P): ReactNode
  /** Loads the chunk. @throws ChunkLoadError */
  load: () => Promise<unknown>
  /** Loads the chunk and the screen's first data. Failures are ignored. */
  prefetch: (target: PrefetchTarget) => void
}

/**
 * Creates a lazily loaded component. A loaded one renders at once, without a Suspense fallback, which React would show for at
 * least 300 ms. A chunk that cannot be loaded throws its ChunkLoadError into the error boundary.
 * @param load imports the chunk; @param pick selects the component; @param prefetchData selects what requests the screen's first data
 */
export const lazyScreen = <M, P extends object = object>(
  load: ChunkLoader<M>,
  pick: (module: M) => ComponentType<P>,
  prefetchData: (module: M) => (target: PrefetchTarget) => void = () => () => {},
): LazyScreen<P> => {
  const texts = load.texts ? [load.texts] : []
  let loaded: { module: M; Component: ComponentType<P> } | undefined
  const loadModule = async () => {
    const module = await loadChunk(load)
    loaded = { module, Component: pick(module) }
    return loaded
  }

  const isReady = () => loaded !== undefined && i18n.hasNamespaces(...texts)

  const Lazy = (props: P) => {
    // Renders again when the language changes, whose texts may be missing.
    const t = useT()
    const isShown = isReady()
    const [, render] = useReducer((renders: number) => renders + 1, 0)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (isShown) return
      // A prefetch may have loaded it between the render and this effect.
      if (isReady()) render()
      else loadModule().then(render, (error: unknown) => setFailure({ error }))
    }, [isShown, t])
    useEffect(() => i18n.showNamespaces(texts), [])
    if (failure) throw failure.error
    return loaded && isShown ? <loaded.Component {...props} /> : <Waiting />
  }
  /** A picked component may be lazily loaded itself. */
  const loadInner = () => (loaded?.Component as Partial<LazyScreen> | undefined)?.load?.()
  Lazy.load = async () => {
    if (!isReady()) await loadModule()
    await loadInner()
  }
  const loadWithData = async (target: PrefetchTarget) => {
    prefetchData((loaded ?? (await loadModule())).module)(target)
    await loadInner()
  }
  // Returns nothing, so that an effect can call it.
  Lazy.prefetch = (target: PrefetchTarget) => {
    loadWithData(target).catch(() => undefined)
  }
  return Lazy
}
