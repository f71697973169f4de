import { lookup, Resolver } from "node:dns/promises"
import { singleFlight } from "../../../src/core/concurrency/single-flight"
import { withDeadline } from "../errors/deadline"

/** The addresses of the names of webhooks (docs/security.md#calls-to-webhooks). */
export type Target = { address: string; family: 4 | 6 }

/** How long a name is looked up, and one query to a name server, ms. */
const timeoutMs = 5_000
const queryTimeoutMs = 2_000
const tries = 2
/** How long a name is refused at once after its name servers did not answer, ms, and how many names are remembered. */
const failedForMs = 30_000
const maxFailed = 1_000

/**
 * Looks a name up as the system does, with its file of hosts and its search domains: for names that the operator has opened. A lookup
 * cannot be ended, and holds one of the two threads that the process has for them.
 */
export const resolveBySystem = singleFlight(
  (name: string) => withDeadline(timeoutMs, () => lookup(name, { all: true }) as Promise<Target[]>),
  name => name,
)

/**
 * Returns a function that asks the name servers for the addresses of a name, IPv4 first. The queries end with the time and need no
 * thread, so that names whose servers do not answer leave the others alone; such a name fails at once for half a minute.
 * @param options.servers instead of the system's; @param options.timeoutMs for tests
 */
export const createResolver = (options: { servers?: readonly string[]; timeoutMs?: number; now?: () => number } = {}) => {
  const { servers, now = () => performance.now() } = options
  const failedUntil = new Map<string, number>()
  return singleFlight(
    async (name: string): Promise<Target[]> => {
      if ((failedUntil.get(name) ?? 0) > now()) return []
      const resolver = new Resolver({ timeout: queryTimeoutMs, tries })
      if (servers) resolver.setServers(servers)
      let isSlow = false
      const timer = setTimeout(() => {
        isSlow = true
        resolver.cancel()
      }, options.timeoutMs ?? timeoutMs)
      const [of4, of6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      clearTimeout(timer)
      const targets = (found: PromiseSettledResult<string[]>, family: 4 | 6): Target[] =>
        found.status === "fulfilled" ? found.value.map(address => ({ address, family })) : []
      const found = [...targets(of4, 4), ...targets(of6, 6)]
      if (failedUntil.size >= maxFailed) failedUntil.clear()
      if (isSlow && !found.length) failedUntil.set(name, now() + failedForMs)
      else failedUntil.delete(name)
      return found
    },
    name => name,
  )
}
