/**
 * How much longer a calculation takes on this machine now than it would alone: 1 where a core is free. Limits of time
 * are stated for such a machine.
 */
export const slowdown = () => {
  const [from, cpu] = [performance.now(), process.cpuUsage()]
  while (performance.now() - from < 100) Math.sqrt(from)
  const { user, system } = process.cpuUsage(cpu)
  return Math.max(1, (performance.now() - from) / ((user + system) / 1_000))
}

/**
 * @param ms what something may take on a machine that does nothing else
 * @returns what it may take now: processes that wait for one another are each slower
 */
export const allowedMs = (ms: number) => ms * slowdown() ** 2
