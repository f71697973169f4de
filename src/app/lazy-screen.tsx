import { type ComponentType, type ReactNode, useEffect, useState } from "react"
import { Waiting } from "../ui/display/waiting"
import { loadChunk } from "./chunk"

/** What a screen is about: the record's id and the query, as the address has them. */
export type PrefetchTarget = { id: string | undefined; search: string }

/** A component that lives in a chunk of its own, fetched on intent (hover, focus, touch) or when idle. */
export type LazyScreen<P = object> = {
  (props: P): ReactNode
  load: () => Promise<unknown>
  /** Fetches the chunk and the screen's first data; at once when the chunk is here. */
  prefetch: (aim: PrefetchTarget) => void
}

/**
 * Renders at once when its chunk is there, without a Suspense fallback that React would hold for 300 ms.
 * A chunk that can't be had throws its ChunkLoadError into the error boundary.
 * @param ahead fetches what the screen reads first
 */
export const lazyScreen = <M, P extends object = object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
  ahead: (module: M, aim: PrefetchTarget) => void = () => {},
): LazyScreen<P> => {
  let loaded: { module: M; Component: ComponentType<P> } | undefined
  const get = async () => {
    const module = await loadChunk(load)
    loaded = { module, Component: pick(module) }
    return loaded
  }

  const PartOf = (props: P) => {
    const [, setLoaded] = useState(loaded !== undefined)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (!loaded)
        get().then(
          () => setLoaded(true),
          (error: unknown) => setFailure({ error }),
        )
    }, [])
    if (failure) throw failure.error
    return loaded ? <loaded.Component {...props} /> : <Waiting />
  }
  PartOf.load = () => (loaded ? Promise.resolve() : get())
  PartOf.prefetch = (aim: PrefetchTarget) => {
    if (loaded) ahead(loaded.module, aim)
    else
      get().then(
        ({ module }) => ahead(module, aim),
        () => undefined,
      )
  }
  return PartOf
}
