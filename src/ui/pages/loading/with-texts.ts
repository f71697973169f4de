import type { ExtraNamespace } from "../../../core/text/i18n"
import { i18n } from "../../../state/instances"

/** A function that imports a chunk. `texts`: the namespaces that it loads beside the chunk. */
export type ChunkLoader<M> = { (): Promise<M>; texts?: readonly ExtraNamespace[] }

/** Returns a function that imports a chunk and, at the same time, loads the texts that only its screens show. */
export const withTexts = <M>(texts: readonly ExtraNamespace[], load: () => Promise<M>) =>
  Object.assign(
    async () => {
      const [module] = await Promise.all([load(), i18n.addNamespaces(texts)])
      return module
    },
    { texts },
  )
