import { cache, i18n } from "../../state/instances"
import { argsOf, parseAddress, todayAt } from "./address"
import { getReport } from "./api"

export { List } from "./page"

/** Prefetches the texts, and the report of a module that a link names. */
export const prefetch = (search: string) => {
  if (!i18n.hasNamespace("reporting")) i18n.loadNamespace("reporting").catch(() => undefined)
  const address = parseAddress(search, todayAt(Date.now()))
  if (address.module) cache.prefetch(getReport, argsOf(address, address.module))
}
