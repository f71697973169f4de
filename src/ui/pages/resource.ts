import type { Labels } from "../../core/form/spec"
import type { ListDefaults } from "../../core/http/list-query"
import type { Message } from "../../core/rules"
import type { Key } from "../../core/text/i18n"
import type { CodeLook } from "../display/badge"
import type { IconName } from "../display/icons/icon"
import type { Approval } from "./approval/approval"

/** Description of a kind of record, as far as lists and views need it. */
export type ResourceBase<R> = {
  /** Query tag; also the key of stored columns, page sizes and drafts. */
  tag: string
  /** Prefix of its text keys, such as `campaign`. */
  texts: string
  icon: IconName
  /** Title of the list, if it is another than the text `many`. */
  title?: Key
  /** State of the list if the URL does not set it. */
  list: ListDefaults
  titleOf: (record: R) => string
  /** Whether titles are names of people. */
  isPerson?: boolean
  /** What tells a record from others of the same title. Absent: titles are enough. */
  noteOf?: (record: R) => string
  /** How the codes of the member `status` are displayed; absent: records have none. */
  status?: CodeLook<string>
  /** Absent: records cannot be duplicated. */
  copy?: object
  /** Present for records whose changes may need approval. */
  approval?: Approval
  /** Why a record cannot be edited, for example because it is completed; undefined: it can. Absent: all records can. */
  editBlockedReason?: (record: R) => Key | undefined
  /** Text about one record in the question before its deletion, such as how much is lost with it. */
  removeNote?: (record: R) => Message | undefined
  /** Whether a deletion has to be confirmed by typing the title; such records are deleted one at a time. */
  isRemovedByName?: boolean
}

/** Description of a kind of record that is edited in forms. */
export type Resource<R, D extends object> = ResourceBase<R> & {
  labels: Labels<D>
  /** How a record is duplicated: the member `title` is renamed (at most `max` characters), the members of `reset` replaced. */
  copy?: { title: keyof D & string; max: number; reset?: Partial<D> }
}
