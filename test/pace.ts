import { availableParallelism, loadavg } from "node:os"

/** The most that the load of the last minute may count for: a container sees the load of all of its host. */
const mostByLoad = 8

/** Processes that want a core, for each core, over the last minute. */
const averageLoad = () => Math.min((loadavg()[0] ?? 0) / availableParallelism(), mostByLoad)

/**
 * How much longer a calculation takes on this machine than it would alone: 1 where a core is free. Limits of time are
 * stated for such a machine. What was measured may have met a peak that is over: the load of the last minute counts too.
 */
export const slowdown = () => {
  const [from, cpu] = [performance.now(), process.cpuUsage()]
  while (performance.now() - from < 100) Math.sqrt(from)
  const { user, system } = process.cpuUsage(cpu)
  return Math.max(1, (performance.now() - from) / ((user + system) / 1_000), averageLoad())
}

/**
 * @param ms what something may take on a machine that does nothing else
 * @returns what it may take now: processes that wait for one another are each slower
 */
export const allowedMs = (ms: number) => ms * slowdown() ** 2
