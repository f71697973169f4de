import { refuse } from "./spreadsheet-error"

/** Limits of a sheet. Blank rows and cells after the last value do not count. */
export const maxRows = 100_000
export const maxColumns = 1_000
const maxCells = 2_000_000
/** Characters of all cells together. */
export const maxCharacters = 64 * 1024 * 1024
/** Characters of one cell, the limit of spreadsheet programs. */
export const maxCellLength = 32_767

/** Rates a sheet by its first rows. */
export type Rate = (rows: readonly (readonly string[])[]) => number

/** Collects the rows of a sheet within the limits. Row n of the sheet is `rows[n - 1]`, also after blank ones, which are `[]`. */
export const createRows = () => {
  const rows: string[][] = []
  let cellCount = 0
  let characters = 0
  return {
    rows,
    /**
     * Adds the row with the index; a row without a value is left out.
     * @param index from 0, larger than that of the row before
     * @throws SpreadsheetError when a limit is exceeded
     */
    add: (index: number, cells: string[]) => {
      const length = cells.findLastIndex(cell => cell) + 1
      if (!length) return
      if (index >= maxRows) refuse("tooManyRows")
      if (length > maxColumns) refuse("tooManyColumns", index + 1)
      for (const cell of cells) {
        characters += cell.length
        if (cell.length > maxCellLength) refuse("cellTooLong", index + 1)
      }
      cellCount += length
      if (cellCount > maxCells || characters > maxCharacters) refuse("tooLarge")
      while (rows.length < index) rows.push([])
      rows.push(cells)
    },
  }
}
