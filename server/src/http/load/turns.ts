type Row = { running: number; paidUntil: number; waiting: (() => void)[]; timer?: NodeJS.Timeout }

/** How much longer than it worked a row goes without further work, per lane: it has a third of the time of its lanes. */
const usualPaidFactor = 3
/** How far ahead of that a row may work before it pauses, and the longest pause, ms. */
const creditMs = 1_000
const maxPauseMs = 1_000

/**
 * Calls of one key wait in a row of their own: `lanes` of them run at a time, in the order in which they came, and the row pauses for
 * the time that they worked. Between the statements of a row come those of the others, whatever its length.
 * @param paidFactor 0 for rows without pauses
 */
export const createTurns = (lanes: number, paidFactor = usualPaidFactor) => {
  const rows = new Map<string, Row>()

  /** Starts what may run, or looks again when the row has paid for its work. */
  const proceed = (key: string, row: Row) => {
    clearTimeout(row.timer)
    const unpaidMs = row.paidUntil - performance.now()
    while (row.waiting.length && row.running < lanes && unpaidMs <= creditMs) {
      row.running++
      row.waiting.shift()?.()
    }
    const lookAgain = (ms: number) => setTimeout(() => proceed(key, row), ms).unref()
    const isIdle = row.running === 0 && row.waiting.length === 0
    if (isIdle && unpaidMs <= 0) rows.delete(key)
    else if (isIdle) row.timer = lookAgain(unpaidMs)
    else if (row.waiting.length && row.running < lanes) row.timer = lookAgain(unpaidMs - creditMs)
  }

  /** Resolves when it is the call's turn. @returns the function that ends the turn, given the time that it worked, ms */
  const acquire = async (key: string): Promise<(workedMs: number) => void> => {
    const row = rows.get(key) ?? { running: 0, paidUntil: 0, waiting: [] }
    rows.set(key, row)
    await new Promise<void>(start => {
      row.waiting.push(start)
      proceed(key, row)
    })
    return workedMs => {
      const now = performance.now()
      const paidUntil = Math.max(row.paidUntil, now) + (workedMs * paidFactor) / lanes
      row.paidUntil = Math.min(paidUntil, now + creditMs + maxPauseMs)
      row.running--
      proceed(key, row)
    }
  }
  /** How many calls of a key wait. */
  const waitingOf = (key: string) => rows.get(key)?.waiting.length ?? 0
  return { acquire, waitingOf }
}
