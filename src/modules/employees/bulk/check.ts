import { createSlices } from "../../../core/concurrency/slices"
import { checkRow, type Meaning, type Row, type Unchecked } from "./rows"

/** Checks every row by itself, in slices. @throws the signal's reason once it is aborted */
export const checkRows = async (rows: readonly Unchecked[], meaning: Meaning, signal: AbortSignal): Promise<Row[]> => {
  const pause = createSlices(signal)
  const checked: Row[] = []
  for (const row of rows) {
    checked.push(checkRow(row, meaning))
    await pause()
  }
  return checked
}
