import type { Field } from "../fields"
import type { Message, Messages, Rules } from "../rules"
import type { Key } from "../text/i18n"

/** The form of a kind of record as data; a constant of its module (docs/console.md#forms). */

/** Text keys of the labels of a draft's members, used by form, comparison, history, list and view. */
export type Labels<D> = { readonly [K in keyof D]-?: Key }

/** What the contract says of the members: their limits, and which must be given. */
export type Limits<D> = { readonly [K in keyof D]?: Pick<Field<unknown>, "kind" | "max" | "isRequired"> }

/** How a form saves a record as a draft and how it publishes it: the members that each of the two buttons changes. */
export type Publishing<D> = { isDraft: (draft: D) => boolean; draft: Partial<D>; published: Partial<D> }

/** A message that several rules share: it is shown once above the form, and each field has its own text. */
type SharedMessage<D> = { message: Key; of: { readonly [K in keyof D]?: Key } }

/** The members of a draft, or of an entry of a list. */
export type PartSpec<D extends object> = {
  labels: { readonly [K in keyof D]?: Key }
  fields?: Limits<D>
  /** Lists whose entries have fields of their own. */
  lists?: { readonly [K in ListName<D>]?: ListSpec<EntryOf<D, K>> }
}

/** A list whose entries have fields and messages of their own. */
export type ListSpec<E extends object> = PartSpec<E> & {
  /** Names an entry in the summary of errors; has the parameter `number`, from 1. */
  label: Key
  /** Checks an entry beside the others. Absent: each one is valid. @param stored the stored entries of a change */
  check?: (entry: E, entries: readonly E[], stored: readonly E[] | undefined) => { errors: Messages<E>; notes?: Messages<E> }
}

export type FormSpec<D extends object> = PartSpec<D> & {
  labels: Labels<D>
  rules: Rules<D>
  shared?: SharedMessage<D>
  publish?: Publishing<D>
  /** Members that are set with another one, such as the department with the company. */
  dependents?: { readonly [K in keyof D]?: Partial<D> }
}

export type ListName<D> = { [K in keyof D]-?: D[K] extends readonly object[] ? K : never }[keyof D] & string
export type EntryOf<D, K extends keyof D> = D[K] extends readonly (infer E extends object)[] ? E : never

/** A message of a rule, or a text of the server. */
export type FieldError = Message | { text: string }

/** The lists of a spec by name, whatever their entries are. */
export const listsOf = (spec: object) => ((spec as { lists?: object }).lists ?? {}) as Record<string, ListSpec<Entry>>

/** An entry of any list. */
export type Entry = Record<string, unknown>
