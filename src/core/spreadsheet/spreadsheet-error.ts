import { KeyedError } from "../http/errors"
import type { Key, Params } from "../text/i18n"

type ReasonOf<K> = K extends `spreadsheet.${infer Reason}` ? Reason : never
/** Why a file is refused; its message has the key `spreadsheet.` and the reason. */
type Reason = ReasonOf<Key>

export class SpreadsheetError extends KeyedError {
  declare readonly params: Params | undefined
  /** @param row number of the row that the message names, from 1 */
  constructor(reason: Reason, row?: number) {
    super(`spreadsheet.${reason}`)
    if (row) this.params = { row }
  }
}

/** Throws a {@link SpreadsheetError}. */
export function refuse(reason: Reason, row?: number): never {
  throw new SpreadsheetError(reason, row)
}
