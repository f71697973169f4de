/** What the place of a column depends on. */
export type Fit = {
  key: string
  /** The column that names the record: the first of a row, the head of a card on narrow screens. */
  isMain?: boolean
  /** Width; default: `md`. The column that names the record takes the rest. */
  size?: "sm" | "lg"
  /** Where a table is too narrow, the columns of the highest rank give way first, the last of them before the others; default: 2. */
  rank?: 0 | 1
}

/** Widths of columns in rem, as in table.css; `fixed` of the checkbox and the menu together. */
const widths: Record<"main" | "sm" | "md" | "lg" | "fixed", number> = { main: 14, sm: 7.5, md: 9.5, lg: 14, fixed: 6.25 }

/** Distance in rem between the widths of tables for which table.css has a rule. */
const step = 2

/**
 * Returns the width of the table in rem below which each column but the one that names the record is hidden, by the key of the
 * column: the width at which it fits beside all columns that give way later (docs/console.md#tables).
 */
export const fitColumns = (columns: readonly Fit[]): ReadonlyMap<string, number> => {
  const order = columns.filter(({ isMain }) => !isMain).sort((a, b) => (a.rank ?? 2) - (b.rank ?? 2))
  let needed = widths.main + widths.fixed
  return new Map(
    order.map(({ key, size }) => {
      needed += widths[size ?? "md"]
      return [key, Math.ceil(needed / step) * step]
    }),
  )
}
