import { currentDay } from "../../state/current-day"
import { cache } from "../../state/instances"
import type { PrefetchTarget } from "../../ui/pages/loading/lazy-screen"
import { argsOf, parseAddress } from "./address"
import { getReport } from "./api"

export { List } from "./page"

/** Prefetches the report of a module that a link names. */
export const prefetch = ({ search }: PrefetchTarget) => {
  const address = parseAddress(search, currentDay())
  if (address.module) cache.prefetch(getReport, argsOf(address, address.module))
}
