import { useInsertionEffect, useMemo, useRef } from "react"

/**
 * Returns the React key of each row. A row that stays keeps its key, and with it its elements; a new one takes the key of one
 * that is gone, so that another page is rendered in the elements of the previous one.
 */
export const useRowKeys = (rows: readonly { id: string }[]) => {
  /** The keys of the latest committed render: a render that React gives up changes none. */
  const committed = useRef<ReadonlyMap<string, number>>(new Map())
  const keys = useMemo(() => {
    const before = committed.current
    const used = new Set(rows.map(({ id }) => before.get(id)))
    let free = 0
    const next = () => {
      while (used.has(free)) free++
      return free++
    }
    return new Map(rows.map(({ id }) => [id, before.get(id) ?? next()]))
  }, [rows])
  useInsertionEffect(() => {
    committed.current = keys
  }, [keys])
  return keys
}
