import type { ComponentType } from "react"
import type { FormSpec } from "../../../core/form/spec"
import type { Secrets } from "../../../state/drafts"
import type { Choices } from "../../forms/choice-field"
import type { Compare } from "../../forms/compare"
import type { RecordChange } from "../../forms/conflict"
import type { Resource } from "../resource"
import type { AsideProps, FieldsProps } from "./form-screen"

/** The form of a kind of record as data; a constant of the module. Its labels are those of the resource. */
export type RecordForm<R, D extends object> = Omit<FormSpec<D>, "labels"> & {
  resource: Resource<R, D>
  /** Returns the draft that edits a record. */
  draftOf: (record: R) => D
  /** Companies of which one may own a new record; absent: the call takes no owner, or the fields have it. */
  owners?: Choices["options"]
  Fields: ComponentType<FieldsProps<D>>
  /** Members that are never stored in drafts. */
  secrets?: Secrets<D>
  Aside?: ComponentType<AsideProps<D>>
  /** Reads who changed a record last, and when; undefined where the server has no audit log. */
  lastChangeOf?: (id: string) => Promise<RecordChange | undefined>
  /** How members are displayed in a conflict. */
  compare: Compare<D>
}

/** Returns what a form is made of. */
export const specOf = <R, D extends object>({ resource, ...form }: RecordForm<R, D>): FormSpec<D> => ({
  ...form,
  labels: resource.labels,
})
