import { type ComponentType, type ReactNode, useEffect, useState } from "react"
import { Waiting } from "../ui/waiting"
import { loadChunk } from "./chunk"

/** A component that lives in a chunk of its own. `load` fetches it, on intent (hover, focus, touch) or when idle. */
export type Part<P = object> = { (props: P): ReactNode; load: () => Promise<unknown> }

/**
 * Renders at once when its chunk is there, without a Suspense fallback that React would hold for 300 ms.
 * A chunk that can't be had throws its ChunkLoadError into the error boundary.
 */
export const part = <M, P extends object = object>(load: () => Promise<M>, pick: (module: M) => ComponentType<P>): Part<P> => {
  let Loaded: ComponentType<P> | undefined
  const get = () =>
    loadChunk(load).then(module => {
      Loaded = pick(module)
    })

  const PartOf = (props: P) => {
    const [, setLoaded] = useState(Loaded !== undefined)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      if (!Loaded)
        get().then(
          () => setLoaded(true),
          (error: unknown) => setFailure({ error }),
        )
    }, [])
    if (failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : <Waiting />
  }
  PartOf.load = () => (Loaded ? Promise.resolve() : get())
  return PartOf
}
