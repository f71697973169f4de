import type { ListDefaults } from "../../core/list-query"
import type { Labels } from "../forms/labels"

/** What a list or a view needs to know of a kind of record. */
export type Named<R> = {
  /** Query tag, and the name under which columns, page size and drafts are kept. */
  tag: string
  /** Prefix of the texts that the frames read, such as `campaign`. */
  texts: string
  icon: string
  /** How the list opens when its URL names nothing. */
  list: ListDefaults
  titleOf: (record: R) => string
  /** Present where a record can be copied. */
  copy?: object
}

/** A kind of record as data: module and frames read it, nothing else repeats it. */
export type Resource<R, D extends object> = Named<R> & {
  labels: Labels<D>
  /** A copy gets a new title of at most `max` characters in `title`, and the members of `reset`. */
  copy?: { title: keyof D & string; max: number; reset?: Partial<D> }
}
