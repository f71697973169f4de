import type { ComponentType } from "react"
import { lazyScreen } from "./lazy-screen"
import { withTexts } from "./with-texts"

/**
 * Returns the screens of a module's records from their chunk, which lists do without, and the function that loads what displays
 * their history. @param load imports the chunk
 */
export const lazyRecord = <M extends { Add: ComponentType; Edit?: ComponentType; View: ComponentType }>(
  load: () => Promise<M>,
) => {
  const record = withTexts(["records"], load)
  return {
    Add: lazyScreen(record, module => module.Add),
    Edit: lazyScreen(record, ({ Edit, View }) => Edit ?? View),
    View: lazyScreen(record, module => module.View),
    loadHistory: record,
  }
}
