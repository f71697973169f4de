import type { Actor, Call, Deps } from "../http/context"

/** What work without a call passes where a call passes its context. The audit log names the operator without an account. */
export const operator = (deps: Deps): Call => {
  const values = { deps, actor: { userId: null, email: "operator" } as unknown as Actor, requestId: "operator" }
  return { get: ((name: keyof typeof values) => values[name]) as Call["get"] }
}
