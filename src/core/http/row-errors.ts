import { isRecord } from "../is-record"

/** What is wrong with one row of a call that takes many, in the caller's language. */
export type RowError = { field: string; message: string }

const isRowError = (value: unknown): value is RowError =>
  isRecord(value) && typeof value.field === "string" && typeof value.message === "string"

/** Reads the errors of a row from the wire: those that have a field and a message. */
export const rowErrorsOf = (value: readonly unknown[]): RowError[] => value.filter(isRowError)
