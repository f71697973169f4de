import { useState } from "react"

type Keys = ReadonlyMap<string, number>

const keysOf = (rows: readonly { id: string }[], before: Keys): Keys => {
  const used = new Set(rows.map(({ id }) => before.get(id)))
  let free = 0
  const next = () => {
    while (used.has(free)) free++
    return free++
  }
  return new Map(rows.map(({ id }) => [id, before.get(id) ?? next()]))
}

/**
 * Returns the React key of each row. A row that stays keeps its key, and with it its elements; a new one takes the key of one
 * that is gone, so that another page is rendered in the elements of the previous one.
 */
export const useRowKeys = (rows: readonly { id: string }[]) => {
  const [shown, setShown] = useState(() => ({ rows, keys: keysOf(rows, new Map()) }))
  if (shown.rows === rows) return shown.keys
  const keys = keysOf(rows, shown.keys)
  setShown({ rows, keys })
  return keys
}
