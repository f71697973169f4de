import { resolve } from "node:path"
import type { RefreshRefusal } from "../../../src/contract/session"
import type { Message } from "../../../src/core/rules"
import type { Key } from "../../../src/core/text/i18n"

/** What a call needed that was not there: in the log's line of the call, and in `http_requests_refused_total`. */
export type Lack = "load" | "mail" | "database" | "pictures" | "ai"

/** Why a call is refused. http/envelope.ts turns it into status, headers and body. */
export type Problem =
  | { kind: "invalid"; fields: { field: string; message: Message }[] }
  | { kind: "malformed"; key: Key }
  | { kind: "unauthorised"; key?: Key; value?: RefreshRefusal }
  | { kind: "denied"; key?: Key }
  | { kind: "moduleOff" }
  | { kind: "missing" }
  | { kind: "conflict"; key: Key; current?: unknown; version?: string }
  | { kind: "slow" }
  | { kind: "tooLarge" }
  | { kind: "wrongType"; key: Key }
  | { kind: "tooMany"; seconds: number }
  | { kind: "unavailable"; key: Key; cause: Lack }
  | { kind: "readOnly"; text: string; seconds: number }
  | { kind: "full" }

/** Thrown by a handler that refuses a call. */
export class Refusal extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** @throws Refusal always */
export const refuse = (problem: Problem): never => {
  throw new Refusal(problem)
}

/** @throws Refusal 400 naming one field */
export const refuseField = (field: string, message: Message): never => refuse({ kind: "invalid", fields: [{ field, message }] })

/** Messages by field; undefined for a field without a problem. */
export type FieldMessages = Record<string, Message | undefined>

/** The fields that have a message. */
export const invalidFields = (messages: FieldMessages) =>
  Object.entries(messages).flatMap(([field, message]) => (message ? [{ field, message }] : []))

/** Returns when no field has a message. @throws Refusal 400 naming every field that has one */
export const refuseInvalid = (messages: FieldMessages) => {
  const fields = invalidFields(messages)
  if (fields.length) refuse({ kind: "invalid", fields })
}

/** Prevents a start and is for the operator to fix: printed without a stack. */
export class StartProblem extends Error {}

/** What the system's refusal of a file or folder means. */
const refusals: Record<string, string> = {
  EACCES: "may not be read or written by this user",
  EEXIST: "is there already, and no folder",
  EISDIR: "is a folder",
  ENOENT: "does not exist",
  ENOSPC: "has no room left: the disk is full",
  ENOTDIR: "is no folder",
  EPERM: "may not be changed by this user",
  EROFS: "is on a disk that can only be read",
}

/** What is printed of a start or command that failed: a sentence where the operator can fix the cause, else the stack and the cause. */
export const failureText = (error: unknown): string => {
  const { message, stack, code = "", path, syscall, cause } = error as NodeJS.ErrnoException
  if (path && refusals[code]) {
    const isData = resolve(path).startsWith(resolve(process.env.DATA_DIR?.trim() || ".data"))
    return `${resolve(path)} ${refusals[code]}.${isData ? " Set DATA_DIR to a folder that this user may write." : ""}`
  }
  return error instanceof StartProblem || syscall
    ? message
    : [stack, cause instanceof Error ? `Cause: ${cause.message}` : ""].join("\n").trim()
}
