import type { ComponentType } from "react"
import { lazyScreen } from "./lazy-screen"
import type { ChunkLoader } from "./with-texts"

/**
 * Returns the screens of a module's records from their chunk, which lists do without, and the function that loads what displays
 * their history. @param load imports the chunk
 */
export const lazyRecord = <M extends { Add: ComponentType; Edit?: ComponentType; View: ComponentType }>(load: ChunkLoader<M>) => {
  return {
    Add: lazyScreen(load, module => module.Add),
    Edit: lazyScreen(load, ({ Edit, View }) => Edit ?? View),
    View: lazyScreen(load, module => module.View),
    loadHistory: load,
  }
}
