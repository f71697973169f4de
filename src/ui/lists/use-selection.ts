import { useMemo, useState } from "react"

type Row = { id: string }

/**
 * Selected records of a list, over its pages and filters (docs/console.md#selection).
 * @param rows the records in view; a selected one is returned as the view has it
 */
export const useSelection = <T extends Row>(rows: readonly T[]) => {
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map())
  const inView = useMemo(() => new Map(rows.map(row => [row.id, row])), [rows])
  const ids: ReadonlySet<string> = useMemo(() => new Set(selected.keys()), [selected])

  return {
    ids,
    rows: useMemo(() => [...selected.values()].map(row => inView.get(row.id) ?? row), [selected, inView]),
    isInView: (row: T) => inView.has(row.id),
    /** Sets the selected ids; each is of a selected record or of one in view. */
    select: (next: ReadonlySet<string>) =>
      setSelected(
        new Map(
          [...next].flatMap(id => {
            const row = inView.get(id) ?? selected.get(id)
            return row ? [[id, row] as const] : []
          }),
        ),
      ),
    add: (added: readonly T[]) => setSelected(before => new Map([...before, ...added.map(row => [row.id, row] as const)])),
    keep: (kept: readonly T[]) => setSelected(new Map(kept.map(row => [row.id, row]))),
    remove: (id: string) => setSelected(before => new Map([...before].filter(([other]) => other !== id))),
  }
}

export type Selection<T extends Row> = ReturnType<typeof useSelection<T>>
