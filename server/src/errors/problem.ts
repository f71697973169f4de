import type { Key } from "../../../src/core/i18n"
import type { Message } from "../../../src/core/rules"

/** What a handler throws when it can't do what was asked; app.ts turns it into an answer. */
export type Problem =
  | { kind: "invalid"; fields: { field: string; message: Message }[] }
  | { kind: "malformed"; key: Key }
  | { kind: "unauthorised"; key?: Key }
  | { kind: "denied" }
  | { kind: "missing" }
  | { kind: "conflict"; key: Key; current?: unknown; version?: string }
  | { kind: "tooLarge" }
  | { kind: "wrongType"; key: Key }
  | { kind: "tooMany"; seconds: number }
  | { kind: "unavailable"; key: Key }
  | { kind: "full" }

export class Refusal extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** @throws always */
export const refuse = (problem: Problem): never => {
  throw new Refusal(problem)
}

/** Something that the operator has to mend before a start: told in plain words, without a stack. */
export class StartProblem extends Error {}
