/** People with times that are claimed, or "" for the one of the recording; or a person whose entry is taken back. */
export type EntryChange =
  | { rows: { employeeId: string; at: string }[]; isImport: boolean; recordedAt: string }
  | { removed: string }

/** A step of a draw as it waits for a second person (docs/contract.md#approvals). */
export type ProposedStep = {
  name: "lock" | "run" | "void" | "winner" | "entries"
  /** The body of the call, and of a winner the place; of entries their `changes`. */
  given: Record<string, unknown>
  /** Of a lock: how many people take part, and a hash of them and their chances. */
  participants?: { count: number; hash: string }
}

export const entryChangesOf = ({ given }: ProposedStep) => given.changes as EntryChange[]

/** A step as the members of a change, by the names of the audit log. */
export const stepMembers = (step: ProposedStep): Record<string, unknown> => {
  const { name, given, participants } = step
  if (name !== "entries") return { step: name, ...given, ...(participants && { entryCount: participants.count }) }
  const changes = entryChangesOf(step)
  const entries = changes.flatMap(change =>
    "rows" in change ? change.rows.map(({ employeeId, at }) => ({ employeeId, at: at || change.recordedAt })) : [],
  )
  const removed = changes.flatMap(change => ("removed" in change ? [change.removed] : []))
  return { step: name, ...(entries.length && { entries }), ...(removed.length && { removedEntries: removed }) }
}
