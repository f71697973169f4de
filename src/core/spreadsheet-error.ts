import { KeyedError } from "./errors"
import type { Key, Params } from "./i18n"

/** Why a file is refused. */
export class SpreadsheetError extends KeyedError {
  declare readonly params: Params | undefined
  /** @param row number of the row that the message names, from 1 */
  constructor(key: Extract<Key, `spreadsheet.${string}`>, row?: number) {
    super(key)
    if (row) this.params = { row }
  }
}
