import { maxCellLength } from "./sheet-rows"
import { refuse } from "./spreadsheet-error"

type Delimiter = "," | ";" | "\t" | "|"

/** The reverse of the mark that `csv()` puts before a cell that a program would evaluate. */
const mark = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

/**
 * Parses text that comes in pieces. Cells may be quoted and then hold delimiters, line breaks and doubled quotes; text after a
 * closing quote belongs to the cell. Lines end with CR, LF or both.
 * @param onRow called with the cells of each line, a blank line included
 */
export const createCsvParser = (delimiter: string, onRow: (cells: string[]) => void) => {
  const delimiterCode = delimiter.charCodeAt(0)
  let cells: string[] = []
  let cell = ""
  let line = 1
  let isQuoted = false
  /** Whether the cell has begun, and whether the character before was a closing quote or a CR. */
  let hasBegun = false
  let wasQuote = false
  let wasReturn = false

  const append = (text: string) => {
    cell += text
    if (cell.length > maxCellLength) refuse(isQuoted ? "quoteNotClosed" : "cellTooLong", line)
  }
  const endCell = () => {
    cells.push(cell.replace(mark, ""))
    cell = ""
    hasBegun = wasQuote = false
  }
  const endRow = () => {
    endCell()
    onRow(cells)
    cells = []
    line++
  }

  return {
    /** @throws SpreadsheetError when a cell is too long */
    write: (text: string) => {
      let from = 0
      for (let at = 0; at < text.length; at++) {
        if (isQuoted) {
          const end = text.indexOf('"', at)
          at = end < 0 ? text.length : end
          append(text.slice(from, at))
          from = at + 1
          if (end < 0) return
          isQuoted = false
          wasQuote = true
          continue
        }
        const code = text.charCodeAt(at)
        const isLineFeed = code === 10
        if (isLineFeed && wasReturn) from = at + 1
        else if (code === delimiterCode || isLineFeed || code === 13) {
          append(text.slice(from, at))
          from = at + 1
          if (code === delimiterCode) endCell()
          else endRow()
        } else if (code === 34 && (!hasBegun || wasQuote)) {
          if (wasQuote) append('"')
          from = at + 1
          hasBegun = isQuoted = true
        } else hasBegun = true
        wasQuote = false
        wasReturn = code === 13
      }
      append(text.slice(from))
    },
    /** @throws SpreadsheetError when a quote is not closed */
    end: () => {
      if (isQuoted) refuse("quoteNotClosed", line)
      if (cell || cells.length) endRow()
    },
  }
}

const candidates: readonly Delimiter[] = [";", ",", "\t", "|"]

/** Returns the delimiter by which the first line has several cells and most lines have as many. */
export const detectDelimiter = (text: string): Delimiter => {
  let best: Delimiter = ","
  let bestScore = 0
  for (const delimiter of candidates) {
    const lengths: number[] = []
    const parser = createCsvParser(delimiter, cells => {
      if (cells.length > 1 || cells[0]?.trim()) lengths.push(cells.length)
    })
    try {
      parser.write(text)
      parser.end()
    } catch {
      // The text may end within a cell.
    }
    const [columns = 1] = lengths
    const score = lengths.filter(length => length === columns).length * (columns - 1 || 1e-6)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}
