import { i18n } from "../../../state/instances"
import { loadStyle } from "./chunk"

/** A function that imports a chunk. `texts`: the file of texts that it loads beside the chunk. */
export type ChunkLoader<M> = { (): Promise<M>; texts?: string }

/**
 * Returns a function that imports a chunk and, at the same time, loads the texts that its screens show. What the file has, the build
 * finds in the chunk (scripts/build/texts.mjs).
 * @param texts name of the file; chunks without one have their texts in that of the chunk that loads them
 */
export const withTexts = <M>(texts: string, load: () => Promise<M>): ChunkLoader<M> =>
  Object.assign(
    async () => {
      const [module] = await Promise.all([load(), i18n.addNamespaces([texts])])
      return module
    },
    { texts },
  )

/** Returns a function that also loads a stylesheet. @param sheet the signed-in console's by default */
export const withStyle = <M>(load: ChunkLoader<M>, sheet?: string): ChunkLoader<M> =>
  Object.assign(async () => {
    const [module] = await Promise.all([load(), loadStyle(sheet)])
    return module
  }, load)
