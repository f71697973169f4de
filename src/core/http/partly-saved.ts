import type { Key, Params } from "../text/i18n"
import { KeyedError } from "./errors"

/** What the calls of a save that were carried out left behind: the version and the members of the record. */
export type SavedPart = { version: string | undefined; received: object }

/** A save of several calls of which a later one failed. Another save against `saved` sends what is left. */
export class PartlySavedError extends KeyedError {
  declare readonly params: Params
  readonly saved: SavedPart
  constructor(saved: SavedPart, key: Key, params: Params) {
    super(key)
    this.params = params
    this.saved = saved
  }
}
