import type { ComponentType } from "react"
import { lazyScreen } from "./lazy-screen"
import type { ChunkLoader } from "./with-texts"

/** Returns the screens of a module's records from their chunk, which lists do without. @param load imports the chunk */
export const lazyRecord = <M extends { Add: ComponentType; Edit?: ComponentType; View: ComponentType }>(
  load: ChunkLoader<M>,
) => ({
  Add: lazyScreen(load, record => record.Add),
  Edit: lazyScreen(load, ({ Edit, View }) => Edit ?? View),
  View: lazyScreen(load, record => record.View),
})
