import { useMemo, useRef } from "react"

/**
 * Returns the React key of each row. A row that stays keeps its key, and with it its elements; a new one takes the key of one
 * that is gone, so that another page is rendered in the elements of the previous one.
 */
export const useRowKeys = (rows: readonly { id: string }[]) => {
  const keys = useRef<ReadonlyMap<string, number>>(new Map())
  return useMemo(() => {
    const before = keys.current
    const used = new Set(rows.map(({ id }) => before.get(id)))
    let free = 0
    const next = () => {
      while (used.has(free)) free++
      return free++
    }
    keys.current = new Map(rows.map(({ id }) => [id, before.get(id) ?? next()]))
    return keys.current
  }, [rows])
}
